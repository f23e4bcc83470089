// Who is logged in. The token lives in this tab only, and goes out in a header only.

const changes = new EventTarget();
let held = { token: null, name: null, isAdmin: false, hasPassword: false };

try {
    held = JSON.parse(sessionStorage.getItem("session")) ?? held;
} catch {
    // no storage, or nothing readable in it: nobody is logged in
}

export const token = () => held.token;
export const userName = () => held.name;

// Whether the user has a password, unlike the users of an OpenID provider.
export const hasPassword = () => held.hasPassword;

// Whether whoever is logged in may change what is stored, or anything where nothing is given.
export function mayStore(record) {
    if (held.token === null) return false;
    return !record || held.isAdmin || record.owner === held.name;
}

export function onChange(listener) {
    changes.addEventListener("change", listener);
}

export function logIn(name, token, { hasPassword = true } = {}) {
    keep({ token, name, isAdmin: false, hasPassword });
}

export function setAdmin(isAdmin) {
    if (isAdmin !== held.isAdmin) keep({ ...held, isAdmin });
}

export function logOut() {
    keep({ token: null, name: null, isAdmin: false, hasPassword: false });
}

function keep(next) {
    held = next;
    try {
        if (next.token) sessionStorage.setItem("session", JSON.stringify(next));
        else sessionStorage.removeItem("session");
    } catch {
        // then it is held in memory
    }
    changes.dispatchEvent(new Event("change"));
}
