package io.github.glossweave;

/**
 * Users with their tokens and API keys, invitations to register, and the audit log. Users, keys, invitations and entries are
 * objects of JSON.
 */
public final class Users {
    private final Session session;

    Users(Session session) {
        this.session = session;
    }

    /**
     * Registers a user; everybody may, unless the setting {@code access.registration} says otherwise.
     *
     * @param username 1 to 64 letters, digits, {@code .}, {@code _} and {@code -}, beginning with a letter
     * @param password at least 8 characters
     * @return the user: {@code username}, {@code role}, {@code created}
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} if the name is taken
     */
    public String create(String username, String password) {
        return session.json(EngineFunctions.USER_CREATE, username, password);
    }

    /**
     * Registers a user with the code of an invitation, which is used up.
     *
     * @param username the name, as for {@link #create(String, String)}
     * @param password the password, as for {@link #create(String, String)}
     * @param invitation the code
     * @return the user
     * @throws GlossweaveException {@link ErrorKind#FORBIDDEN} if the code is not valid
     */
    public String createInvited(String username, String password, String invitation) {
        return session.json(EngineFunctions.USER_CREATE_INVITED, username, password, invitation);
    }

    /**
     * Logs in. Whose session this is does not matter.
     *
     * @param username the name of the user
     * @param password the password
     * @return a token for {@link Engine#session(String)}, which does not expire
     * @throws GlossweaveException {@link ErrorKind#UNAUTHENTICATED}, alike for a wrong password and an unknown user;
     *     {@link ErrorKind#THROTTLED} after five failures in a row, with the time to wait
     */
    public String authenticate(String username, String password) {
        return session.json(EngineFunctions.USER_AUTHENTICATE, username, password);
    }

    /**
     * Returns a user. Only that user and admins may ask.
     *
     * @param username the name of the user
     * @return the user
     */
    public String read(String username) {
        return session.json(EngineFunctions.USER_READ, username);
    }

    /**
     * Returns the users, in the order of their names. Only admins may ask.
     *
     * @param options {@code after}, {@code limit} (100 without it)
     * @return an array of users
     */
    public String list(Options options) {
        return session.json(EngineFunctions.USER_LIST, options);
    }

    /**
     * Changes a password; tokens stay as they are. Only that user and admins may.
     *
     * @param username the name of the user
     * @param password the new password
     * @return the user
     */
    public String setPassword(String username, String password) {
        return session.json(EngineFunctions.USER_SET_PASSWORD, username, password);
    }

    /**
     * Changes a role. Only admins may.
     *
     * @param username the name of the user
     * @param role {@code ROLE_USER} or {@code ROLE_ADMIN}
     * @return the user
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} for the last admin
     */
    public String setRole(String username, String role) {
        return session.json(EngineFunctions.USER_SET_ROLE, username, role);
    }

    /**
     * Removes a user, whose tokens and API keys stop working at once. Only that user and admins may.
     *
     * @param username the name of the user
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} for a user who owns something, and for the last admin
     */
    public void delete(String username) {
        delete(username, Options.none());
    }

    /**
     * Removes a user, whose tokens and API keys stop working at once. Only that user and admins may.
     *
     * @param username the name of the user
     * @param options {@code resources}: {@code delete} removes all that the user owns, too
     * @throws GlossweaveException {@link ErrorKind#CONFLICT} for a user who owns something otherwise, and for the last
     *     admin
     */
    public void delete(String username, Options options) {
        session.done(EngineFunctions.USER_DELETE, username, options);
    }

    /**
     * Makes a token, or the API key with that secret, stop working. Only admins may.
     *
     * @param token the token, or the secret
     */
    public void revoke(String token) {
        session.done(EngineFunctions.TOKEN_REVOKE, token);
    }

    /**
     * Makes all tokens and API keys of a user stop working. Only admins may.
     *
     * @param username the name of the user
     */
    public void revokeAll(String username) {
        session.done(EngineFunctions.TOKEN_REVOKE_ALL, username);
    }

    /**
     * Creates an API key, with which programs act as the user within its scopes. Only that user may, logged in with the
     * password.
     *
     * @param username the name of the user
     * @param options {@code name}, {@code scopes} (some of {@code read}, {@code enrich}, {@code write}, {@code admin}, with
     *     commas between), {@code expires} (a moment as in RFC 3339)
     * @return the key, with its {@code secret} for {@link Engine#session(String)}, which nobody can read again
     */
    public String createKey(String username, Options options) {
        return session.json(EngineFunctions.KEY_CREATE, username, options);
    }

    /**
     * Returns an API key, without its secret. Only its user and admins may ask, logged in with the password.
     *
     * @param username the name of the user
     * @param name the name of the key
     * @return the key
     */
    public String readKey(String username, String name) {
        return session.json(EngineFunctions.KEY_READ, username, name);
    }

    /**
     * Returns the API keys of a user, in the order of their names, for the callers of {@link #readKey(String, String)}.
     *
     * @param username the name of the user
     * @return an array of keys
     */
    public String listKeys(String username) {
        return session.json(EngineFunctions.KEY_LIST, username);
    }

    /**
     * Revokes an API key, which stops working at once, for the callers of {@link #readKey(String, String)}.
     *
     * @param username the name of the user
     * @param name the name of the key
     */
    public void revokeKey(String username, String name) {
        session.done(EngineFunctions.KEY_REVOKE, username, name);
    }

    /**
     * Creates an invitation, with whose code one user can be registered. Only admins may.
     *
     * @param options {@code name}, {@code role} ({@code ROLE_USER} without it), {@code expires} (a moment as in RFC 3339)
     * @return the invitation, with its {@code code}, which nobody can read again
     */
    public String createInvitation(Options options) {
        return session.json(EngineFunctions.INVITATION_CREATE, options);
    }

    /**
     * Returns an invitation, without its code. Only admins may ask.
     *
     * @param name the name of the invitation
     * @return the invitation
     */
    public String readInvitation(String name) {
        return session.json(EngineFunctions.INVITATION_READ, name);
    }

    /**
     * Returns the invitations that are valid, in the order of their names. Only admins may ask.
     *
     * @return an array of invitations
     */
    public String listInvitations() {
        return session.json(EngineFunctions.INVITATION_LIST);
    }

    /**
     * Revokes an invitation, whose code stops working at once. Only admins may.
     *
     * @param name the name of the invitation
     */
    public void revokeInvitation(String name) {
        session.done(EngineFunctions.INVITATION_REVOKE, name);
    }

    /**
     * Returns a part of the audit log, the oldest entries first. Only admins may ask; there is one if the setting
     * {@code access.audit} is more than 0.
     *
     * @param options {@code after} (the {@code id} of an entry), {@code limit} (100 without it)
     * @return an array of entries
     */
    public String readAuditLog(Options options) {
        return session.json(EngineFunctions.AUDIT_LOG_READ, options);
    }
}
