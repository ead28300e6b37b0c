package accounts_test

import (
	"bytes"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/store/storetest"
)

func totp(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin).AccountID
	_, err := f.TOTP(ctx, ana)
	f.Code(err, music.NotFound)
	if ok := storetest.Get(f.TakeTOTPStep(ctx, ana, 1))(t); ok {
		t.Error("took a step of an account without an authenticator app")
	}
	f.Must(f.SetTOTP(ctx, ana, []byte{0, 1, 255}, 7, storetest.Now, [][]byte{[]byte("a"), []byte("b")}))
	if sealed := storetest.Get(f.TOTP(ctx, ana))(t); !bytes.Equal(sealed, []byte{0, 1, 255}) {
		t.Errorf("secret %v", sealed)
	}
	if got := storetest.Get(f.AccountByID(ctx, ana))(t); !got.TOTPAt.Equal(storetest.Now) {
		t.Errorf("on since %v", got.TOTPAt)
	}
	if got := storetest.Get(f.Factors(ctx, ana))(t); got != (people.Factors{TOTP: true, RecoveryCodes: 2}) || !got.Any() {
		t.Errorf("factors %+v", got)
	}
	for step, want := range map[int64]bool{6: false, 7: false} {
		if ok := storetest.Get(f.TakeTOTPStep(ctx, ana, step))(t); ok != want {
			t.Errorf("step %d: %v", step, ok)
		}
	}
	f.Must(f.ClearTOTP(ctx, ana, false))
	f.Code(f.ClearTOTP(ctx, ana, false), music.NotFound)
	if got := storetest.Get(f.Factors(ctx, ana))(t); got != (people.Factors{}) || got.Any() {
		t.Errorf("factors without the app %+v", got)
	}
	f.Code(f.SetTOTP(ctx, "nobody", nil, 0, storetest.Now, nil), music.NotFound)
	_, err = f.Factors(ctx, "nobody")
	f.Code(err, music.NotFound)
}

func totpStepOnce(t *testing.T, f *storetest.Fixture) {
	ana := f.Member("ana", music.Admin).AccountID
	f.Must(f.SetTOTP(t.Context(), ana, []byte("s"), 1, storetest.Now, nil))
	if won := atOnce(t, func() (bool, error) { return f.TakeTOTPStep(t.Context(), ana, 2) }); won != 1 {
		t.Errorf("one step was taken %d times", won)
	}
}

// atOnce returns how many of eight concurrent calls succeed.
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

func factorDue(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin).AccountID
	f.Must(f.SetFactorDue(ctx, ana, storetest.Now))
	if got := storetest.Get(f.AccountByID(ctx, ana))(t); !got.FactorDueAt.Equal(storetest.Now) {
		t.Errorf("due at %v", got.FactorDueAt)
	}
	f.Must(f.SetFactorDue(ctx, ana, time.Time{}))
	if got := storetest.Get(f.AccountByID(ctx, ana))(t); !got.FactorDueAt.IsZero() {
		t.Errorf("due at %v", got.FactorDueAt)
	}
	f.Code(f.SetFactorDue(ctx, "nobody", storetest.Now), music.NotFound)
}

func recoveryCodes(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin).AccountID, f.Member("ben", music.Listener).AccountID
	f.Must(f.ReplaceRecoveryCodes(ctx, ana, [][]byte{[]byte("a"), []byte("b"), []byte("c")}))
	f.Must(f.ReplaceRecoveryCodes(ctx, ben, [][]byte{[]byte("a")}))
	if won := atOnce(t, func() (bool, error) { return f.UseRecoveryCode(ctx, ana, []byte("a"), storetest.Now) }); won != 1 {
		t.Errorf("one code was used %d times", won)
	}
	if ok := storetest.Get(f.UseRecoveryCode(ctx, ben, []byte("b"), storetest.Now))(t); ok {
		t.Error("used somebody else's code")
	}
	if n := storetest.Get(f.Factors(ctx, ana))(t).RecoveryCodes; n != 2 {
		t.Errorf("%d codes left", n)
	}
	f.Must(f.ReplaceRecoveryCodes(ctx, ana, [][]byte{[]byte("d")}))
	if ok := storetest.Get(f.UseRecoveryCode(ctx, ana, []byte("b"), storetest.Now))(t); ok {
		t.Error("a replaced code works")
	}
	if n := storetest.Get(f.Factors(ctx, ana))(t).RecoveryCodes; n != 1 {
		t.Errorf("%d codes after replacing", n)
	}
	if n := storetest.Get(f.Factors(ctx, ben))(t).RecoveryCodes; n != 1 {
		t.Errorf("%d codes of somebody else", n)
	}
}

func passkeys(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana, ben := f.Member("ana", music.Admin).AccountID, f.Member("ben", music.Listener).AccountID
	f.Must(f.ReplacePassword(ctx, ana, "$argon2id$x", "", storetest.Now))
	p := people.Passkey{AccountID: ana, CredentialID: []byte{0, 255}, Credential: `{"n":1}`, Name: "Phone\x00", CreatedAt: storetest.Now}
	f.Must(f.CreatePasskey(ctx, &p))
	p.Name = "Phone"
	if diff := cmp.Diff([]people.Passkey{p}, storetest.Get(f.Passkeys(ctx, ana))(t)); diff != "" {
		t.Error(diff)
	}
	f.Code(f.CreatePasskey(ctx, &people.Passkey{AccountID: ben, CredentialID: p.CredentialID}), music.Conflict)
	f.Code(f.CreatePasskey(ctx, &people.Passkey{AccountID: "nobody", CredentialID: []byte("x")}), music.NotFound)

	later := storetest.Now.Add(time.Hour)
	if ok := storetest.Get(f.UsePasskey(ctx, p, `{"n":2}`, later))(t); !ok {
		t.Error("not used")
	}
	if ok := storetest.Get(f.UsePasskey(ctx, p, `{"n":2}`, later))(t); ok {
		t.Error("used from what it was before")
	}
	got := storetest.Get(f.Passkey(ctx, ana, p.ID))(t)
	if got.Credential != `{"n":2}` || !got.LastUsedAt.Equal(later) {
		t.Errorf("after use: %+v", got)
	}

	_, err := f.Passkey(ctx, ben, p.ID)
	f.Code(err, music.NotFound)
	f.Code(f.RenamePasskey(ctx, ben, p.ID, "x"), music.NotFound)
	f.Code(f.DeletePasskey(ctx, ben, p.ID, false), music.NotFound)
	f.Must(f.RenamePasskey(ctx, ana, p.ID, "Key"))
	if got := storetest.Get(f.Passkey(ctx, ana, p.ID))(t); got.Name != "Key" {
		t.Errorf("name %q", got.Name)
	}
	f.Must(f.DeletePasskey(ctx, ana, p.ID, false))
	f.Code(f.DeletePasskey(ctx, ana, p.ID, false), music.NotFound)
	own := people.Passkey{AccountID: ben, CredentialID: []byte("ben")}
	f.Must(f.CreatePasskey(ctx, &own))
	f.Code(f.DeletePasskey(ctx, ben, own.ID, false), music.Conflict) // his only way in
	if ok := storetest.Get(f.UsePasskey(ctx, p, `{"n":2}`, later))(t); ok {
		t.Error("used after it was removed")
	}
}

func lastFactor(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin).AccountID
	f.Must(f.ReplacePassword(ctx, ana, "$argon2id$x", "", storetest.Now))
	add := func(credential string) string {
		p := people.Passkey{AccountID: ana, CredentialID: []byte(credential), CreatedAt: storetest.Now}
		f.Must(f.CreatePasskey(ctx, &p))
		return p.ID
	}
	one, two := add("one"), add("two")
	f.Must(f.SetTOTP(ctx, ana, []byte("s"), 1, storetest.Now, [][]byte{[]byte("a")}))
	f.Must(f.ClearTOTP(ctx, ana, true))
	f.Must(f.DeletePasskey(ctx, ana, one, true))
	f.Code(f.DeletePasskey(ctx, ana, two, true), music.Conflict)
	if got := storetest.Get(f.Factors(ctx, ana))(t); got != (people.Factors{Passkeys: 1, RecoveryCodes: 1}) {
		t.Errorf("after a refusal: %+v", got)
	}
	f.Must(f.DeletePasskey(ctx, ana, two, false))
	if got := storetest.Get(f.Factors(ctx, ana))(t); got != (people.Factors{}) {
		t.Errorf("recovery codes without a factor: %+v", got)
	}

	add("three")
	f.Must(f.SetTOTP(ctx, ana, []byte("s"), 1, storetest.Now, [][]byte{[]byte("a")}))
	f.Must(f.SetFactorDue(ctx, ana, storetest.Now))
	f.Must(f.ClearFactors(ctx, ana))
	got := storetest.Get(f.AccountByID(ctx, ana))(t)
	if left := storetest.Get(f.Factors(ctx, ana))(t); left != (people.Factors{}) || !got.TOTPAt.IsZero() || !got.FactorDueAt.IsZero() {
		t.Errorf("after the operator removed all: %+v %+v", left, got)
	}
	f.Code(f.ClearFactors(ctx, "nobody"), music.NotFound)
}

func oneFactorStays(t *testing.T, f *storetest.Fixture) {
	ctx := t.Context()
	ana := f.Member("ana", music.Admin).AccountID
	f.Must(f.ReplacePassword(ctx, ana, "$argon2id$x", "", storetest.Now))
	ids := make(chan string, 8)
	for i := range 8 {
		p := people.Passkey{AccountID: ana, CredentialID: []byte{byte(i)}, CreatedAt: storetest.Now}
		f.Must(f.CreatePasskey(ctx, &p))
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
