# shellcheck shell=bash
# Sourced by the scripts that start servers: they are stopped when the script ends.
servers=()
stop_servers() {
    local server
    for server in "${servers[@]}"; do
        kill "$server" 2>/dev/null || true
    done
}
trap stop_servers EXIT INT TERM

# Makes the password of the admin in a folder, unless there is one, and the settings of the admin.
make_admin() {
    local place=$1
    mkdir -p "$place"
    if [[ ! -s $place/password ]]; then
        (umask 077 && head -c 18 /dev/urandom | base64 | tr -d '\n' >"$place/password")
    fi
    export GLOSSWEAVE_ADMIN_CREATE=true GLOSSWEAVE_ADMIN_USERNAME=admin
    GLOSSWEAVE_ADMIN_PASSWORD=$(<"$place/password")
    export GLOSSWEAVE_ADMIN_PASSWORD
}

# Starts the service with its log in a file, and sets `address`; other arguments are those of the program.
start_server() {
    local log=$1 pipe
    shift
    pipe=$(mktemp -u "$BUILD/address.XXXXXX")
    mkfifo "$pipe"
    "${CARGO_TARGET_DIR:-$ROOT/target}/release/glossweave-http" "$@" >"$pipe" 2>>"$log" &
    servers+=("$!")
    read -r address <"$pipe" || stop "$(tail -n 3 "$log")"
    rm -f "$pipe"
}

# One request over a plain socket to `address`, so that nothing has to be installed for it: headers come as
# arguments, the body from standard input.
request() {
    local method=$1 path=$2 body host=${address#http://}
    host=${host%/}
    shift 2
    body=$(mktemp "$BUILD/body.XXXXXX")
    cat >"$body"
    exec 3<>"/dev/tcp/${host%:*}/${host##*:}"
    {
        printf '%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n' "$method" "$path" "$host"
        printf '%s\r\n' "$@" "Content-Length: $(wc -c <"$body" | tr -d ' ')" ''
        cat "$body"
    } >&3
    cat <&3
    exec 3<&-
    rm -f "$body"
}

# Stores the example list of places, facts about them with a template that looks them up, and the example
# filters. What is there already stays.
store_examples() {
    local token file
    token=$(request POST /v1/authenticate 'X-Auth-Username: admin' \
        "X-Auth-Password: $GLOSSWEAVE_ADMIN_PASSWORD" </dev/null |
        sed -n 's/.*"token":"\([0-9a-f]*\)".*/\1/p')
    [[ -n $token ]] || stop "the admin of $GLOSSWEAVE_STORE_LOCATION has another password than $1/password"
    store_example "$token" /v1/e-entity/dictionary/datasets/places text/csv examples/data/places.csv
    store_example "$token" /v1/e-entity/dictionary/datasets/dublin-facts text/turtle examples/data/dublin-facts.ttl
    # A template gets a new number each time that it is stored.
    request GET '/v1/e-link/templates?limit=1000' </dev/null | grep -q '"facts about a place"' ||
        store_example "$token" /v1/e-link/templates application/json examples/data/facts.json
    for file in examples/filters/*.rq; do
        store_example "$token" "/v1/toolbox/convert/manage/$(basename "$file" .rq)" text/plain "$file"
    done
}

store_example() {
    local token=$1 path=$2 type=$3 file=$4 status
    status=$(request POST "$path" "X-Auth-Token: $token" "Content-Type: $type" <"$file" |
        head -n 1 | cut -d' ' -f2)
    [[ $status == 201 || $status == 409 ]] || say "$file was not stored: status $status"
}
