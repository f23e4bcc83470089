{{- define "glossweave.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name }}{{ else }}{{ .Release.Name }}-{{ .Chart.Name }}{{ end }}
{{- end }}

{{- define "glossweave.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "glossweave.labels" -}}
{{ include "glossweave.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "glossweave.secret" -}}
{{- .Values.secret.existing | default (include "glossweave.name" .) }}
{{- end }}

{{- define "glossweave.account" -}}
{{- if .Values.serviceAccount.create }}{{ .Values.serviceAccount.name | default (include "glossweave.name" .) }}
{{- else }}{{ .Values.serviceAccount.name | default "default" }}{{ end }}
{{- end }}

{{- /* The file of settings. The folder of the cache is that of the volume. */ -}}
{{- define "glossweave.config" -}}
{{- $files := dict "files" (dict "cache" "/var/lib/glossweave/cache") -}}
{{- mergeOverwrite (deepCopy .Values.config) $files | toPrettyJson }}
{{- end }}
