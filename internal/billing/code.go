package billing

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"

	"sonora/internal/music"
	"sonora/internal/people"
	"sonora/internal/premium"
)

// codeLength is how many characters a code has, of 5 bits each. Of 80 bits, even a
// million codes leave one in 2^60 that is right: they could not be guessed without a limit
// either.
const codeLength = 16

// newCode returns a code such as ABCD-EFGH-2345-6789.
func newCode() string {
	text := rand.Text()[:codeLength]
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
}

// hashOf returns the hash of a code or another secret, however people type it. Codes
// have no 0, 1 and 8, which look like O, I and B.
func hashOf(code string) []byte {
	plain := strings.NewReplacer("-", "", " ", "", "0", "O", "1", "I", "8", "B").Replace(strings.ToUpper(strings.TrimSpace(code)))
	hash := sha256.Sum256([]byte(plain))
	return hash[:]
}

// MakeCodes makes a batch of codes and returns them. They are not kept, so this is the
// only time that anybody can see them.
func (s *Service) MakeCodes(ctx context.Context, v music.Viewer, b *premium.Batch) (codes []string, err error) {
	now := s.Now()
	b.Note, b.CreatedBy, b.CreatedAt = tidied(b.Note), v.AccountID, now
	if err := b.Validate(now); err != nil {
		return nil, err
	}
	plan, err := s.planToGive(ctx, b.PlanID)
	if err != nil {
		return nil, err
	}
	hashes := make([][]byte, b.Count)
	for i := range hashes {
		code := newCode()
		codes, hashes[i] = append(codes, code), hashOf(code)
	}
	if err := s.Store.AddBatch(ctx, b, hashes); err != nil {
		return nil, err
	}
	return codes, s.Audit.NoteBy(ctx, v.AccountID, people.CodesMade, "", fmt.Sprintf("%s × %d %s", plan.Name, b.Count, b.Note))
}

// RevokeCodes makes the codes of a batch that nobody has redeemed worthless.
func (s *Service) RevokeCodes(ctx context.Context, v music.Viewer, id string) error {
	b, err := s.Store.RevokeBatch(ctx, id, s.Now())
	if err != nil {
		return err
	}
	return s.Audit.NoteBy(ctx, v.AccountID, people.CodesRevoked, "", fmt.Sprintf("%s (%d)", b.Note, b.Count))
}

// Redeem gives a person the plan of a code. Who tries too many wrong codes has to wait.
func (s *Service) Redeem(ctx context.Context, v music.Viewer, code string) error {
	var m premium.Membership
	err := s.Limits.Guess(ctx, "plan-code", v.AccountID, func() (err error) {
		now := s.Now()
		m, err = s.Store.Redeem(ctx, v.AccountID, hashOf(code), now, func(b premium.Batch, had []premium.Membership) premium.Membership {
			return b.Granted(v.AccountID, had, now)
		})
		return err
	})
	if err != nil {
		return err
	}
	if err := s.Renewed(ctx, v.AccountID); err != nil {
		return err
	}
	return s.Audit.NoteBy(ctx, v.AccountID, people.CodeRedeemed, v.AccountID, m.PlanID+until(m.EndsAt))
}
