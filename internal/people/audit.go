package people

import "time"

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	At         time.Time
	AccountID  string // whom it concerns, "" when there is no such account
	Email      string // of that account, as it is now; for reading only
	Actor      string // AccountID of who did it, "" for a visitor, ActorOperator for the command line
	ActorEmail string // of that account, as it is now; for reading only
	Kind       AuditKind
	Address    string
	UserAgent  string
	Detail     string // what no other field says: an e-mail that was tried, a role, a name
}

// ActorOperator did it on the command line.
const ActorOperator = "operator"

// AuditKind says what happened.
type AuditKind string

// What the audit log knows.
const (
	Registered          AuditKind = "registered"
	SignedIn            AuditKind = "signed_in"
	SignInFailed        AuditKind = "sign_in_failed"
	SignInLocked        AuditKind = "sign_in_locked"
	SignInUnlocked      AuditKind = "sign_in_unlocked"
	SignedOut           AuditKind = "signed_out"
	SignedOutEverywhere AuditKind = "signed_out_everywhere"
	DeviceSignedOut     AuditKind = "device_signed_out"
	TokenReused         AuditKind = "token_reused"
	EmailVerified       AuditKind = "email_verified"
	EmailChangeAsked    AuditKind = "email_change_asked"
	EmailChanged        AuditKind = "email_changed"
	PasswordChanged     AuditKind = "password_changed"
	PasswordResetAsked  AuditKind = "password_reset_asked"
	FactorOn            AuditKind = "second_factor_on"
	FactorOff           AuditKind = "second_factor_off"
	FactorFailed        AuditKind = "second_factor_failed"
	RecoveryCodesMade   AuditKind = "recovery_codes_made"
	RecoveryCodeUsed    AuditKind = "recovery_code_used"
	PasskeyAdded        AuditKind = "passkey_added"
	PasskeyRemoved      AuditKind = "passkey_removed"
	AppPasswordMade     AuditKind = "app_password_made"
	AppPasswordRemoved  AuditKind = "app_password_removed"
	IdentityLinked      AuditKind = "identity_linked"
	IdentityUnlinked    AuditKind = "identity_unlinked"
	RoleChanged         AuditKind = "role_changed"
	AccountDisabled     AuditKind = "account_disabled"
	AccountEnabled      AuditKind = "account_enabled"
	DeletionAsked       AuditKind = "deletion_asked"
	DeletionCancelled   AuditKind = "deletion_cancelled"
	AccountDeleted      AuditKind = "account_deleted"
	DataExported        AuditKind = "data_exported"
	InvitationMade      AuditKind = "invitation_made"
	InvitationRemoved   AuditKind = "invitation_removed"
	SettingsChanged     AuditKind = "settings_changed"
	KeysRotated         AuditKind = "keys_rotated"
)
