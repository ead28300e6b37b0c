package signin

import (
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Signing in
	edge.Post(e, "/api/auth/register", "register", "Create an account", edge.Anyone, a.register, edge.Created, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/login", "login", "Sign in", edge.Anyone, a.login, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/token/refresh", "refresh", "Trade a refresh token", edge.Anyone, a.refresh, edge.Lenient, edge.Throttled(edge.Refresh), edge.NoStore)
	edge.Post(e, "/api/auth/logout", "logout", "Sign out", edge.Anyone, a.logout, edge.Lenient, edge.NoStore)
	edge.Post(e, "/api/auth/register/legacy", "registerAndSignIn", "Create an account and sign in, for older clients", edge.Anyone, a.registerAndSignIn, edge.Created, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Get(e, "/api/auth/user", "currentUser", "Who is signed in", edge.Member, a.currentUser, edge.NoStore)
	edge.Get(e, "/api/auth", "endpoints", "Where to sign in", edge.Anyone, a.endpoints)

	// Signing in with an identity provider
	edge.Get(e, "/api/auth/providers", "providers", "List identity providers", edge.Anyone, a.providers, edge.NoStore)
	edge.Get(e, "/api/auth/google", "google", "Whether sign-in with Google is set up", edge.Anyone, a.google, a.fromOwnPages, edge.NoStore)
	edge.Post(e, "/api/auth/{provider}/start", "beginProviderLogin", "Begin a sign-in with a provider, or with a bearer token the linking of an account", edge.Anyone, a.beginProviderLogin, edge.Lenient, a.fromOwnPages, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/{provider}/login", "providerLogin", "Finish a sign-in with a provider", edge.Anyone, a.providerLogin, edge.Lenient, a.fromOwnPages, a.oneAttempt, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Remove(e, "/api/account/identities/{provider}", "unlinkIdentity", "Disconnect the account from a provider", edge.Person, a.unlinkIdentity)

	// Links in mails, passwords and addresses
	edge.Post(e, "/api/auth/verify", "verifyEmail", "Prove an e-mail address by the link sent to it", edge.Anyone, a.verify, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/verify/resend", "resendVerification", "Send that link again", edge.Anyone, a.resendVerification, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/password/forgot", "forgotPassword", "Ask for a link to choose a new password", edge.Anyone, a.forgotPassword, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/password/reset", "resetPassword", "Choose a new password by the link", edge.Anyone, a.resetPassword, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/email/confirm", "confirmEmail", "Confirm a change of the e-mail address by a link", edge.Anyone, a.confirmEmail, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/invitation", "invitation", "Whether an invitation is good", edge.Anyone, a.invitation, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/account/password", "changePassword", "Change the password", edge.Person, a.changePassword, edge.Lenient)
	edge.Post(e, "/api/account/email", "changeEmail", "Change the e-mail address", edge.Person, a.changeEmail, edge.Lenient)
	edge.Remove(e, "/api/account/email", "cancelEmail", "Give up a change of the e-mail address", edge.Person, a.cancelEmail)

	// The second factor, and signing in without a password
	edge.Post(e, "/api/auth/login/code", "loginCode", "Finish a sign-in with a code", edge.Anyone, a.loginCode, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/login/enrol/begin", "beginEnrol", "Begin to set up the second factor a sign-in requires", edge.Anyone, a.beginEnrol, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/login/enrol", "enrol", "Set up the second factor a sign-in requires, and finish it", edge.Anyone, a.enrol, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/passkeys/login/begin", "beginPasskeyLogin", "Begin a sign-in with a passkey", edge.Anyone, a.beginPasskeyLogin, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Post(e, "/api/auth/passkeys/login", "passkeyLogin", "Finish a sign-in with a passkey", edge.Anyone, a.passkeyLogin, edge.Lenient, edge.Throttled(edge.SignIn), edge.NoStore)
	edge.Get(e, "/api/account/security", "security", "How one can sign in", edge.Person, a.security)
	edge.Post(e, "/api/account/totp/begin", "beginTOTP", "Begin to set up an authenticator app", edge.Person, a.beginTOTP)
	edge.Post(e, "/api/account/totp", "enableTOTP", "Turn the authenticator app on", edge.Person, a.enableTOTP)
	edge.Post(e, "/api/account/totp/off", "disableTOTP", "Turn the authenticator app off", edge.Person, a.disableTOTP)
	edge.Post(e, "/api/account/recovery-codes", "makeRecoveryCodes", "Make new recovery codes", edge.Person, a.makeRecoveryCodes)
	edge.Post(e, "/api/account/passkeys/begin", "beginPasskey", "Begin to add a passkey", edge.Person, a.beginPasskey)
	edge.Post(e, "/api/account/passkeys", "addPasskey", "Add a passkey", edge.Person, a.addPasskey, edge.Created)
	edge.Put(e, "/api/account/passkeys/{id}", "renamePasskey", "Give a passkey another name", edge.Person, a.renamePasskey)
	edge.Remove(e, "/api/account/passkeys/{id}", "removePasskey", "Remove a passkey", edge.Person, a.removePasskey)

	// One's devices, what happened to the account, and passwords for players
	edge.Get(e, "/api/account/sessions", "sessions", "List signed-in devices", edge.Person, a.sessions)
	edge.Remove(e, "/api/account/sessions", "endOtherSessions", "Sign out all other devices", edge.Person, a.endOtherSessions)
	edge.Put(e, "/api/account/sessions/{id}", "renameSession", "Give a signed-in device a name", edge.Person, a.renameSession)
	edge.Remove(e, "/api/account/sessions/{id}", "endSession", "Sign out a device", edge.Person, a.endSession)
	edge.Post(e, "/api/account/sessions/end", "endSessions", "Sign out everywhere, also here", edge.Person, a.endSessions)
	edge.Get(e, "/api/account/events", "ownEvents", "What happened to one's account, newest first", edge.Person, a.ownEvents)
	edge.Get(e, "/api/account/app-passwords", "appPasswords", "List app passwords", edge.Person, a.appPasswords)
	edge.Post(e, "/api/account/app-passwords", "makeAppPassword", "Make a password for a player", edge.Person, a.makeAppPassword, edge.Created)
	edge.Remove(e, "/api/account/app-passwords/{id}", "removeAppPassword", "Revoke an app password", edge.Person, a.removeAppPassword)

	// The operator
	edge.Get(e, "/api/admin/invitations", "invitations", "List invitations", edge.Admin, a.invitations)
	edge.Post(e, "/api/admin/invitations", "invite", "Make an invitation", edge.Admin, a.invite, edge.Created)
	edge.Remove(e, "/api/admin/invitations/{id}", "uninvite", "Take an invitation back", edge.Admin, a.uninvite)
	edge.Get(e, "/api/admin/events", "securityEvents", "The audit log, newest first", edge.Admin, a.allEvents)

	// For browsers
	e.Handle("GET /api/logout", a.logoutPage)
	e.Handle("GET /api/auth/{provider}/callback", a.providerCallback, edge.NoStore)
}
