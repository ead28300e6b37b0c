package accounts_test

import (
	"os"
	"testing"

	"sonora/internal/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// suite is what the store has to pass here on every engine.
var suite = storetest.Suite{
	"Accounts":            accounts,
	"Limits":              limits,
	"FirstAccountIsAdmin": firstAccountIsAdmin,
	"NoAdminOfLostData":   noAdminOfLostData,
	"DeleteAccount":       deleteAccount,
	"Sessions":            sessions,
	"RotateOnce":          rotateOnce,
	"SigningKeys":         signingKeys,
	"Settings":            settings,
	"FailedLogins":        failedLogins,
	"LockOuts":            lockOuts,
	"SessionsOf":          sessionsOf,
	"LastOperator":        lastOperator,
	"LastOperatorRace":    lastOperatorRace,
	"APIKeys":             apiKeys,
	"SecurityEvents":      securityEvents,
	"RotateSigningKey":    rotateSigningKey,
	"Tickets":             tickets,
	"TakeTicketOnce":      takeTicketOnce,
	"Invitations":         invitations,
	"InviteOnce":          inviteOnce,
	"Credentials":         credentials,
	"TOTP":                totp,
	"TOTPStepOnce":        totpStepOnce,
	"FactorDue":           factorDue,
	"RecoveryCodes":       recoveryCodes,
	"Passkeys":            passkeys,
	"LastFactor":          lastFactor,
	"OneFactorStays":      oneFactorStays,
	"Identities":          identities,
	"OnlyWayIn":           onlyWayIn,
	"LinkOnce":            linkOnce,
	"Mails":               mails,
	"MailOnce":            mailOnce,
	"Profiles":            profiles,
	"Activity":            activity,
	"History":             history,
	"Deletion":            deletion,
	"MemberTable":         memberTable,
	"RemovedAccounts":     removedAccounts,
	"Replays":             replays,
	"ReplaysAreBounded":   replaysAreBounded,
	"ReplayOnce":          replayOnce,
}

func TestSQLite(t *testing.T) { storetest.SQLite(t, suite) }

func TestPostgres(t *testing.T) { storetest.Postgres(t, suite) }
