// The end of a log-in at an OpenID provider: the code in the address is given for a token.

import { ROOT } from "./service.js";
import { logIn } from "./session.js";

const given = new URLSearchParams(location.search);
// The code is of no use to anybody after this, and does not stay in the history.
history.replaceState(null, "", location.pathname);

try {
    if (!given.has("code")) {
        const error = given.get("error_description") || given.get("error");
        throw new Error(`The provider did not log you in${error ? `: ${error}` : "."}`);
    }
    const sent = new URLSearchParams({ code: given.get("code"), state: given.get("state") ?? "" });
    const response = await fetch(new URL(`auth/oidc/token?${sent}`, ROOT), {
        method: "POST",
        cache: "no-store",
        credentials: "same-origin",
        redirect: "error",
    });
    const reply = await response.json();
    if (!response.ok) throw new Error(reply.detail ?? reply.title);
    logIn(reply.username, reply.token, { hasPassword: false });
    location.replace(new URL("#account", ROOT));
} catch (error) {
    document.getElementById("state").textContent = error.message;
}
