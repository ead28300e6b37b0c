package people

import "time"

// AuditEntry is an entry of the audit log.
type AuditEntry struct {
	At         time.Time
	AccountID  string // the account concerned; "" if there is none
	Email      string // current address of that account; read only
	Actor      string // AccountID of who did it, "" for a visitor, ActorOperator for the command line
	ActorEmail string // current address of that account; read only
	Kind       AuditKind
	Address    string
	UserAgent  string
	Detail     string // what no other field says: an attempted email address, a role, a name
}

// ActorOperator is the actor of the command line.
const ActorOperator = "operator"

// AuditKind is the kind of an audit entry.
type AuditKind string

// Kinds of audit entries.
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
	APIKeyMade          AuditKind = "api_key_made"
	APIKeyRevoked       AuditKind = "api_key_revoked"
	IdentityLinked      AuditKind = "identity_linked"
	IdentityUnlinked    AuditKind = "identity_unlinked"
	RoleChanged         AuditKind = "role_changed"
	LimitsChanged       AuditKind = "limits_changed"
	AccountDisabled     AuditKind = "account_disabled"
	AccountEnabled      AuditKind = "account_enabled"
	DeletionAsked       AuditKind = "deletion_asked"
	DeletionCancelled   AuditKind = "deletion_cancelled"
	AccountDeleted      AuditKind = "account_deleted"
	DataExported        AuditKind = "data_exported"
	InvitationMade      AuditKind = "invitation_made"
	InvitationRemoved   AuditKind = "invitation_removed"
	SettingsChanged     AuditKind = "settings_changed"
	MaintenanceOn       AuditKind = "maintenance_on"
	MaintenanceOff      AuditKind = "maintenance_off"
	KeysRotated         AuditKind = "keys_rotated"
	BackupMade          AuditKind = "backup_made"
	BackupDownloaded    AuditKind = "backup_downloaded"
	BackupDeleted       AuditKind = "backup_deleted"
	BackupRestored      AuditKind = "backup_restored"
	DatabaseChecked     AuditKind = "database_checked"
	DatabaseCompacted   AuditKind = "database_compacted"
	TrackUploaded       AuditKind = "track_uploaded"
	TrackDeleted        AuditKind = "track_deleted"
	TracksMerged        AuditKind = "tracks_merged"
	PlanMade            AuditKind = "plan_made"
	PlanChanged         AuditKind = "plan_changed"
	PlanDeleted         AuditKind = "plan_deleted"
	MembershipGranted   AuditKind = "membership_granted"
	MembershipEnded     AuditKind = "membership_ended"
	MembershipPaid      AuditKind = "membership_paid"
	RefundFailed        AuditKind = "refund_failed"
	CodesMade           AuditKind = "premium_codes_made"
	CodesRevoked        AuditKind = "premium_codes_revoked"
	CodeRedeemed        AuditKind = "premium_code_redeemed"
	FamilyInvited       AuditKind = "family_invited"
	FamilyJoined        AuditKind = "family_joined"
	FamilyLeft          AuditKind = "family_left"
	PaymentAssigned     AuditKind = "payment_assigned"
	FileDeleted         AuditKind = "file_deleted"
	LogLevelChanged     AuditKind = "log_level_changed"
	BundleDownloaded    AuditKind = "bundle_downloaded"
)
