package io.github.glossweave;

import static io.github.glossweave.Functions.POINTER;
import static io.github.glossweave.Functions.STR;
import static io.github.glossweave.Functions.free;
import static io.github.glossweave.Functions.status;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

/** The functions that a library without engines does not have. */
final class EngineFunctions {
    static final Function PROVIDERS_NEW = status("gw_providers_new", POINTER);
    static final Function PROVIDERS_OPEN =
            status("gw_providers_open", POINTER, STR, STR, STR, STR, POINTER, POINTER);
    static final Function PROVIDERS_ADD_DICTIONARY =
            status("gw_providers_add_dictionary", POINTER, STR, POINTER);
    static final Function PROVIDERS_ADD_RECOGNIZER =
            status("gw_providers_add_recognizer", POINTER, STR, POINTER, JAVA_LONG, POINTER, JAVA_BOOLEAN);
    static final Function PROVIDERS_FREE = free("gw_providers_free");
    static final Function PROTOCOLS = status("gw_protocols", POINTER);

    static final Function ENGINE_OPEN =
            status("gw_engine_open", STR, POINTER, POINTER);
    static final Function ENGINE_SESSION = status("gw_engine_session", POINTER, POINTER);
    static final Function ENGINE_SESSION_OF = status("gw_engine_session_of", POINTER, STR, POINTER);
    static final Function ENGINE_LOCAL_SESSION = status("gw_engine_local_session", POINTER, POINTER);
    static final Function ENGINE_EXPIRE = status("gw_engine_expire", POINTER, POINTER);
    static final Function ENGINE_FREE = free("gw_engine_free");
    static final Function SESSION_FREE = free("gw_session_free");

    static final Function CALL = status("gw_call", POINTER, POINTER, POINTER);

    static final Function BATCH_NEW = status("gw_batch_new", POINTER, POINTER, STR, POINTER, POINTER);
    static final Function BATCH_NEXT = status("gw_batch_next", POINTER, POINTER);
    static final Function BATCH_FREE = free("gw_batch_free");

    static final Function JOB_WAIT = status("gw_job_wait", POINTER, STR, JAVA_LONG, POINTER);

    static final Function DATASET_LOAD =
            status("gw_dataset_load", POINTER, STR, STR, STR, POINTER, POINTER, POINTER, POINTER);
    static final Function STORED_DOCUMENT_OPEN =
            status("gw_stored_document_open", POINTER, STR, POINTER, POINTER);

    static final Function USER_AUTHENTICATE = status("gw_user_authenticate", POINTER, STR, STR, POINTER);
    static final Function TOKEN_REVOKE = status("gw_token_revoke", POINTER, STR);
    static final Function TOKEN_REVOKE_ALL = status("gw_token_revoke_all", POINTER, STR);

    private EngineFunctions() {}
}
