"""The settings of an engine."""

from __future__ import annotations

import os
from typing import Literal, TypedDict

__all__ = ["Settings"]


class Settings(TypedDict, total=False):
    """The settings of an engine, all of them optional; `None` counts as missing. Names may be written as in the settings file
    of the server, too (`"admin.username"`, `"max-bytes"`). Sizes are bytes.

    >>> from glossweave import Engine, Settings
    >>> settings: Settings = {"max_bytes": 1_000_000, "models": "none"}
    >>> Engine(settings=settings)
    <Engine without recognizers>
    """

    # The beginning of the IRIs of documents for which a request names none.
    prefix: str | None
    # The largest document of a request (32 MiB), the memory of a call (64 times its input and at least 64 MiB) and of all
    # calls together, the time of a call (no limit), and the largest answer.
    max_bytes: int | None
    call_memory: int | None
    all_calls_memory: int | None
    call_milliseconds: int | None
    max_output_bytes: int | None
    # The folder or database with users and their resources; without one they are gone with the engine.
    store: str | os.PathLike[str] | None
    # Whether a change is on disk when a call returns, or within about a second.
    durability: Literal["flush", "periodic"] | None
    # The bytes of the disk that stay free.
    store_reserve: int | None
    # The time for which services do not read a row of the store again (0).
    store_cache_milliseconds: int | None
    # The place of the files of datasets that several engines share, such as `"s3://bucket/prefix"`; the folder of those that
    # were fetched, and its size; the time for which files stay that no dataset has any more.
    files: str | None
    files_cache: str | os.PathLike[str] | None
    files_cache_bytes: int | None
    files_grace_milliseconds: int | None
    # Creates an admin. One who is there already keeps the password.
    admin_create: bool | None
    admin_username: str | None
    admin_password: str | None
    # Who may register users: everybody, holders of invitations, or admins alone.
    registration: Literal["open", "invitation", "closed"] | None
    # The days for which entries of the audit log stay (0: there is none).
    audit_days: int | None
    # An OpenID provider and the name of the program there: its tokens are taken in place of those of the engine.
    oidc_issuer: str | None
    oidc_client_id: str | None
    # For log-ins in a browser.
    oidc_client_secret: str | None
    oidc_scope: str | None
    # The claim with the name of a new user (`"preferred_username"`), the claim with the roles, the role that makes an admin,
    # and whether a user is created at the first log-in (`True`).
    oidc_username_claim: str | None
    oidc_roles_claim: str | None
    oidc_admin_role: str | None
    oidc_create: bool | None
    # The largest filters and templates, the largest other contents, and the largest source of a dataset.
    max_query_bytes: int | None
    max_content_bytes: int | None
    max_dataset_bytes: int | None
    # The bytes, datasets and uploads that a user who is no admin may have.
    quota_bytes: int | None
    quota_datasets: int | None
    quota_uploads: int | None
    # Whether annotations name the tool, the dataset and the time (`Annotation.provenance`).
    provenance: bool | None
    # The dataset of calls that name none.
    dataset: str | None
    # The folder of the default models (that of the package `glossweave-models`), and the files of others in their place;
    # `"none"` for each: none.
    models: str | os.PathLike[str] | None
    tagger: str | os.PathLike[str] | None
    mention_model: str | os.PathLike[str] | None
    # The folder of a sentence encoder (`model.onnx`, `tokenizer.json`), which tells apart the entities of one name, if the
    # package was built with it.
    sentence_encoder: str | os.PathLike[str] | None
    # The file that `RankingWeights.save` wrote.
    ranking_weights: str | os.PathLike[str] | None
    # The time, memory and result of the query of a filter.
    query_milliseconds: int | None
    query_memory: int | None
    query_result: int | None
    # The library of SaxonC-HE for XSLT 2.0 and 3.0 (that of the package `saxonche`).
    saxon: str | os.PathLike[str] | None
    # Runs of stored stylesheets, as in `Stylesheet`.
    xslt_processor: Literal["libxslt", "saxon"] | None
    xslt_worker: str | os.PathLike[str] | None
    xslt_milliseconds: int | None
    xslt_memory: int | None
    xslt_output: int | None
    xslt_depth: int | None
    # The hosts that may be called on behalf of users (`"dbpedia.org,example.org:8080"`), at public addresses and at any
    # address; the time of a call, and the bytes of its answer.
    http_hosts: str | None
    http_private_hosts: str | None
    http_milliseconds: int | None
    http_response: int | None
    # The number of entities that `Links` asks about at once, and the time for all of them.
    link_concurrency: int | None
    link_milliseconds: int | None
    # The beginnings of paths of `Session.call`, with commas between, where markup is converted with `useI18n=true` only.
    i18n_blacklist: str | None
    # The time for all steps of a pipeline, and the URLs of this engine, for endpoints of pipelines.
    pipeline_milliseconds: int | None
    base_urls: str | None
    # The number of jobs at once (1), the time for the steps of a pipeline in a job, the time after which another engine takes
    # over the jobs of one that is silent, the largest call and result, the time for which jobs that have ended are kept, and
    # the number of jobs of a user.
    job_threads: int | None
    job_milliseconds: int | None
    job_lease_milliseconds: int | None
    job_bytes: int | None
    job_kept_milliseconds: int | None
    quota_jobs: int | None
    # Signs webhooks.
    webhook_secret: str | None
    # The threads of a batch (4), its documents, and their bytes together.
    batch_threads: int | None
    batch_documents: int | None
    batch_bytes: int | None
