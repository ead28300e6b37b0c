package music

import "time"

// SecurityEvent is an entry of the audit log.
type SecurityEvent struct {
	At         time.Time
	AccountID  string // whom it concerns, "" when there is no such account
	Email      string // of that account, as it is now; for reading only
	Actor      string // AccountID of who did it, "" for a visitor, ActorOperator for the command line
	ActorEmail string // of that account, as it is now; for reading only
	Kind       SecurityKind
	Address    string
	UserAgent  string
	Detail     string // what no other field says: an e-mail that was tried, a role, a name
}

// ActorOperator did it on the command line.
const ActorOperator = "operator"

// SecurityKind says what happened.
type SecurityKind string

// What the audit log knows.
const (
	Registered          SecurityKind = "registered"
	SignedIn            SecurityKind = "signed_in"
	SignInFailed        SecurityKind = "sign_in_failed"
	SignInLocked        SecurityKind = "sign_in_locked"
	SignInUnlocked      SecurityKind = "sign_in_unlocked"
	SignedOut           SecurityKind = "signed_out"
	SignedOutEverywhere SecurityKind = "signed_out_everywhere"
	DeviceSignedOut     SecurityKind = "device_signed_out"
	TokenReused         SecurityKind = "token_reused"
	EmailVerified       SecurityKind = "email_verified"
	EmailChangeAsked    SecurityKind = "email_change_asked"
	EmailChanged        SecurityKind = "email_changed"
	PasswordChanged     SecurityKind = "password_changed"
	PasswordResetAsked  SecurityKind = "password_reset_asked"
	FactorOn            SecurityKind = "second_factor_on"
	FactorOff           SecurityKind = "second_factor_off"
	FactorFailed        SecurityKind = "second_factor_failed"
	RecoveryCodesMade   SecurityKind = "recovery_codes_made"
	RecoveryCodeUsed    SecurityKind = "recovery_code_used"
	PasskeyAdded        SecurityKind = "passkey_added"
	PasskeyRemoved      SecurityKind = "passkey_removed"
	AppPasswordMade     SecurityKind = "app_password_made"
	AppPasswordRemoved  SecurityKind = "app_password_removed"
	IdentityLinked      SecurityKind = "identity_linked"
	IdentityUnlinked    SecurityKind = "identity_unlinked"
	RoleChanged         SecurityKind = "role_changed"
	AccountDisabled     SecurityKind = "account_disabled"
	AccountEnabled      SecurityKind = "account_enabled"
	DeletionAsked       SecurityKind = "deletion_asked"
	DeletionCancelled   SecurityKind = "deletion_cancelled"
	AccountDeleted      SecurityKind = "account_deleted"
	DataExported        SecurityKind = "data_exported"
	InvitationMade      SecurityKind = "invitation_made"
	InvitationRemoved   SecurityKind = "invitation_removed"
	SettingsChanged     SecurityKind = "settings_changed"
	KeysRotated         SecurityKind = "keys_rotated"
)
