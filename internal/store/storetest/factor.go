package storetest

import (
	"bytes"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
)

func totp(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin).AccountID
	_, err := f.TOTP(ctx, ana)
	f.code(err, music.NotFound)
	if ok := get(f.TakeTOTPStep(ctx, ana, 1))(t); ok {
		t.Error("took a step of an account without an authenticator app")
	}
	f.must(f.SetTOTP(ctx, ana, []byte{0, 1, 255}, 7, now, [][]byte{[]byte("a"), []byte("b")}))
	if sealed := get(f.TOTP(ctx, ana))(t); !bytes.Equal(sealed, []byte{0, 1, 255}) {
		t.Errorf("secret %v", sealed)
	}
	if got := get(f.AccountByID(ctx, ana))(t); !got.TOTPAt.Equal(now) {
		t.Errorf("on since %v", got.TOTPAt)
	}
	if got := get(f.Factors(ctx, ana))(t); got != (people.Factors{TOTP: true, RecoveryCodes: 2}) || !got.Any() {
		t.Errorf("factors %+v", got)
	}
	for step, want := range map[int64]bool{6: false, 7: false} {
		if ok := get(f.TakeTOTPStep(ctx, ana, step))(t); ok != want {
			t.Errorf("step %d: %v", step, ok)
		}
	}
	f.must(f.ClearTOTP(ctx, ana, false))
	f.code(f.ClearTOTP(ctx, ana, false), music.NotFound)
	if got := get(f.Factors(ctx, ana))(t); got != (people.Factors{}) || got.Any() {
		t.Errorf("factors without the app %+v", got)
	}
	f.code(f.SetTOTP(ctx, "nobody", nil, 0, now, nil), music.NotFound)
	_, err = f.Factors(ctx, "nobody")
	f.code(err, music.NotFound)
}

func totpStepOnce(t *testing.T, f *fixture) {
	ana := f.member("ana", music.Admin).AccountID
	f.must(f.SetTOTP(t.Context(), ana, []byte("s"), 1, now, nil))
	if won := atOnce(t, func() (bool, error) { return f.TakeTOTPStep(t.Context(), ana, 2) }); won != 1 {
		t.Errorf("one step was taken %d times", won)
	}
}

// atOnce counts how often one of eight calls at the same time succeeds.
func atOnce(t *testing.T, call func() (bool, error)) int {
	var won atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			ok, err := call()
			if err != nil {
				t.Error(err)
			}
			if ok {
				won.Add(1)
			}
		})
	}
	wg.Wait()
	return int(won.Load())
}

func factorDue(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin).AccountID
	f.must(f.SetFactorDue(ctx, ana, now))
	if got := get(f.AccountByID(ctx, ana))(t); !got.FactorDueAt.Equal(now) {
		t.Errorf("due at %v", got.FactorDueAt)
	}
	f.must(f.SetFactorDue(ctx, ana, time.Time{}))
	if got := get(f.AccountByID(ctx, ana))(t); !got.FactorDueAt.IsZero() {
		t.Errorf("due at %v", got.FactorDueAt)
	}
	f.code(f.SetFactorDue(ctx, "nobody", now), music.NotFound)
}

func recoveryCodes(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin).AccountID, f.member("ben", music.Listener).AccountID
	f.must(f.ReplaceRecoveryCodes(ctx, ana, [][]byte{[]byte("a"), []byte("b"), []byte("c")}))
	f.must(f.ReplaceRecoveryCodes(ctx, ben, [][]byte{[]byte("a")}))
	if won := atOnce(t, func() (bool, error) { return f.UseRecoveryCode(ctx, ana, []byte("a"), now) }); won != 1 {
		t.Errorf("one code was used %d times", won)
	}
	if ok := get(f.UseRecoveryCode(ctx, ben, []byte("b"), now))(t); ok {
		t.Error("used somebody else's code")
	}
	if n := get(f.Factors(ctx, ana))(t).RecoveryCodes; n != 2 {
		t.Errorf("%d codes left", n)
	}
	f.must(f.ReplaceRecoveryCodes(ctx, ana, [][]byte{[]byte("d")}))
	if ok := get(f.UseRecoveryCode(ctx, ana, []byte("b"), now))(t); ok {
		t.Error("a replaced code works")
	}
	if n := get(f.Factors(ctx, ana))(t).RecoveryCodes; n != 1 {
		t.Errorf("%d codes after replacing", n)
	}
	if n := get(f.Factors(ctx, ben))(t).RecoveryCodes; n != 1 {
		t.Errorf("%d codes of somebody else", n)
	}
}

func passkeys(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana, ben := f.member("ana", music.Admin).AccountID, f.member("ben", music.Listener).AccountID
	f.must(f.ReplacePassword(ctx, ana, "$argon2id$x", "", now))
	p := people.Passkey{AccountID: ana, CredentialID: []byte{0, 255}, Credential: `{"n":1}`, Name: "Phone\x00", CreatedAt: now}
	f.must(f.CreatePasskey(ctx, &p))
	p.Name = "Phone"
	if diff := cmp.Diff([]people.Passkey{p}, get(f.Passkeys(ctx, ana))(t)); diff != "" {
		t.Error(diff)
	}
	f.code(f.CreatePasskey(ctx, &people.Passkey{AccountID: ben, CredentialID: p.CredentialID}), music.Conflict)
	f.code(f.CreatePasskey(ctx, &people.Passkey{AccountID: "nobody", CredentialID: []byte("x")}), music.NotFound)

	later := now.Add(time.Hour)
	if ok := get(f.UsePasskey(ctx, p, `{"n":2}`, later))(t); !ok {
		t.Error("not used")
	}
	if ok := get(f.UsePasskey(ctx, p, `{"n":2}`, later))(t); ok {
		t.Error("used from what it was before")
	}
	got := get(f.Passkey(ctx, ana, p.ID))(t)
	if got.Credential != `{"n":2}` || !got.LastUsedAt.Equal(later) {
		t.Errorf("after use: %+v", got)
	}

	_, err := f.Passkey(ctx, ben, p.ID)
	f.code(err, music.NotFound)
	f.code(f.RenamePasskey(ctx, ben, p.ID, "x"), music.NotFound)
	f.code(f.DeletePasskey(ctx, ben, p.ID, false), music.NotFound)
	f.must(f.RenamePasskey(ctx, ana, p.ID, "Key"))
	if got := get(f.Passkey(ctx, ana, p.ID))(t); got.Name != "Key" {
		t.Errorf("name %q", got.Name)
	}
	f.must(f.DeletePasskey(ctx, ana, p.ID, false))
	f.code(f.DeletePasskey(ctx, ana, p.ID, false), music.NotFound)
	own := people.Passkey{AccountID: ben, CredentialID: []byte("ben")}
	f.must(f.CreatePasskey(ctx, &own))
	f.code(f.DeletePasskey(ctx, ben, own.ID, false), music.Conflict) // his only way in
	if ok := get(f.UsePasskey(ctx, p, `{"n":2}`, later))(t); ok {
		t.Error("used after it was removed")
	}
}

func lastFactor(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin).AccountID
	f.must(f.ReplacePassword(ctx, ana, "$argon2id$x", "", now))
	add := func(credential string) string {
		p := people.Passkey{AccountID: ana, CredentialID: []byte(credential), CreatedAt: now}
		f.must(f.CreatePasskey(ctx, &p))
		return p.ID
	}
	one, two := add("one"), add("two")
	f.must(f.SetTOTP(ctx, ana, []byte("s"), 1, now, [][]byte{[]byte("a")}))
	f.must(f.ClearTOTP(ctx, ana, true))
	f.must(f.DeletePasskey(ctx, ana, one, true))
	f.code(f.DeletePasskey(ctx, ana, two, true), music.Conflict)
	if got := get(f.Factors(ctx, ana))(t); got != (people.Factors{Passkeys: 1, RecoveryCodes: 1}) {
		t.Errorf("after a refusal: %+v", got)
	}
	f.must(f.DeletePasskey(ctx, ana, two, false))
	if got := get(f.Factors(ctx, ana))(t); got != (people.Factors{}) {
		t.Errorf("recovery codes without a factor: %+v", got)
	}

	add("three")
	f.must(f.SetTOTP(ctx, ana, []byte("s"), 1, now, [][]byte{[]byte("a")}))
	f.must(f.SetFactorDue(ctx, ana, now))
	f.must(f.ClearFactors(ctx, ana))
	got := get(f.AccountByID(ctx, ana))(t)
	if left := get(f.Factors(ctx, ana))(t); left != (people.Factors{}) || !got.TOTPAt.IsZero() || !got.FactorDueAt.IsZero() {
		t.Errorf("after the operator removed all: %+v %+v", left, got)
	}
	f.code(f.ClearFactors(ctx, "nobody"), music.NotFound)
}

func oneFactorStays(t *testing.T, f *fixture) {
	ctx := t.Context()
	ana := f.member("ana", music.Admin).AccountID
	f.must(f.ReplacePassword(ctx, ana, "$argon2id$x", "", now))
	ids := make(chan string, 8)
	for i := range 8 {
		p := people.Passkey{AccountID: ana, CredentialID: []byte{byte(i)}, CreatedAt: now}
		f.must(f.CreatePasskey(ctx, &p))
		ids <- p.ID
	}
	removed := atOnce(t, func() (bool, error) {
		err := f.DeletePasskey(ctx, ana, <-ids, true)
		if music.CodeOf(err) == music.Conflict {
			return false, nil
		}
		return err == nil, err
	})
	if removed != 7 {
		t.Errorf("%d of 8 removed", removed)
	}
}
