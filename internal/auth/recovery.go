package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/music"
	"sonora/internal/people"
)

const (
	recoveryCodes   = 10
	recoveryLetters = "0123456789abcdefghjkmnpqrstvwxyz" // 32 unambiguous characters: 5 bits each
	recoveryLength  = 24                                 // 120 bits, so a plain hash suffices (ASVS 5.0, 6.5.2)
)

// newRecoveryCodes returns codes such as abcd-efgh-jkmn-… for the owner, and
// their hashes for the store.
func newRecoveryCodes() (codes []string, hashes [][]byte) {
	for range recoveryCodes {
		random := make([]byte, recoveryLength)
		rand.Read(random) // never fails, see crypto/rand
		for i, b := range random {
			random[i] = recoveryLetters[int(b)%len(recoveryLetters)] // 256 is a multiple of 32
		}
		codes = append(codes, grouped(string(random)))
		hashes = append(hashes, hashToken(string(random)))
	}
	return codes, hashes
}

// grouped inserts a dash after every four letters.
func grouped(code string) string {
	var groups []string
	for part := range slices.Chunk([]byte(code), 4) {
		groups = append(groups, string(part))
	}
	return strings.Join(groups, "-")
}

// plainCode removes the characters that people add when typing a code.
func plainCode(code string) string {
	code = strings.NewReplacer(" ", "", "-", "", "\u2013", "", "\t", "").Replace(strings.ToLower(cut(code, 100)))
	return strings.NewReplacer("o", "0", "i", "1", "l", "1").Replace(code)
}

// useRecoveryCode consumes a recovery code and informs the owner. It returns
// false if the code is wrong.
func (a *Service) useRecoveryCode(ctx context.Context, account *music.Account, code string) (bool, error) {
	right, err := a.store.UseRecoveryCode(ctx, account.ID, hashToken(code), a.now())
	if err != nil {
		return false, fmt.Errorf("use a recovery code: %w", err)
	}
	if !right {
		return false, nil
	}
	f, err := a.store.Factors(ctx, account.ID)
	if err != nil {
		return false, fmt.Errorf("count the recovery codes: %w", err)
	}
	return true, a.tellFactor(ctx, account, people.RecoveryCodeUsed, strconv.Itoa(f.RecoveryCodes))
}

// MakeRecoveryCodes replaces the viewer's recovery codes and returns the new
// ones. It returns Conflict for an account without a second factor.
func (a *Service) MakeRecoveryCodes(ctx context.Context, v music.Viewer, password string) ([]string, error) {
	account, err := a.Confirm(ctx, v, password)
	if err != nil {
		return nil, err
	}
	f, err := a.store.Factors(ctx, account.ID)
	if err != nil {
		return nil, fmt.Errorf("read second factors: %w", err)
	}
	if !f.Any() {
		return nil, errNoFactor
	}
	codes, hashes := newRecoveryCodes()
	if err := a.store.ReplaceRecoveryCodes(ctx, account.ID, hashes); err != nil {
		return nil, fmt.Errorf("make recovery codes: %w", err)
	}
	return codes, a.tellFactor(ctx, account, people.RecoveryCodesMade, "")
}
