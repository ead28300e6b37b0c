package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
)

const (
	argonLanes = 1
	saltBytes  = 16
	hashBytes  = 32
)

// HashCost is the cost of a password hash.
type HashCost struct {
	Memory uint32 // KiB
	Passes uint32
}

// owasp is the recommendation of the OWASP Password Storage Cheat Sheet for
// Argon2id: 19 MiB, two passes, one lane.
var owasp = HashCost{Memory: 19 * 1024, Passes: 2}

var errMalformedHash = errors.New("not an argon2id hash")

// hashPassword returns the Argon2id hash (RFC 9106) of the password in PHC
// string format. It may wait, because only as many hashes run at once as there
// are processors.
func (a *Service) hashPassword(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails, see crypto/rand
	hash, err := a.argon(ctx, password, salt, a.cost.Passes, a.cost.Memory, argonLanes, hashBytes)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, a.cost.Memory, a.cost.Passes, argonLanes,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(hash)), nil
}

// checkPassword reports whether the password matches the hash. For an empty
// hash it takes the same time and reports false, so that the duration does not
// reveal which accounts exist.
func (a *Service) checkPassword(ctx context.Context, password, phc string) (bool, error) {
	if phc == "" {
		_, err := a.argon(ctx, password, make([]byte, saltBytes), a.cost.Passes, a.cost.Memory, argonLanes, hashBytes)
		return false, err
	}
	var version int
	var memory, time uint32
	var lanes uint8
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, errMalformedHash
	}
	if _, err := fmt.Sscanf(parts[2]+" "+parts[3], "v=%d m=%d,t=%d,p=%d", &version, &memory, &time, &lanes); err != nil {
		return false, errMalformedHash
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, errMalformedHash
	}
	want, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil || version != argon2.Version || time == 0 || lanes == 0 || len(want) == 0 {
		return false, errMalformedHash
	}
	got, err := a.argon(ctx, password, salt, time, memory, lanes, uint32(len(want)))
	return err == nil && subtle.ConstantTimeCompare(got, want) == 1, err
}

func (a *Service) argon(ctx context.Context, password string, salt []byte, time, memory uint32, lanes uint8, length uint32) ([]byte, error) {
	if err := a.hashing.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("wait to hash a password: %w", err)
	}
	defer a.hashing.Release(1)
	return argon2.IDKey([]byte(password), salt, time, memory, lanes, length), nil
}
