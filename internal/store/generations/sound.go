package generations

import (
	"context"
	"encoding/hex"
	"fmt"

	"sonora/internal/generation"
	"sonora/internal/store/kernel"
)

// A sound awaits a review if AI made it on this server and no operator has approved any
// generation with it. This is so even if the generation was deleted.
const (
	sounds = "generation_sound s left join generation x on x.id = s.generation"
	// standing is awaiting for sounds that await a review.
	standing = "coalesce(max(case when x.verdict = 'approved' then 2 else 1 end), 0)"
	awaiting = 1
)

// NoteSound stores the sound of a generation: the key and the samples of its AudioFile, and
// the checksum of the samples if its file states one.
func (s *Store) NoteSound(ctx context.Context, id string, key uint64, samples int64, checksum [16]byte) error {
	_, err := s.db.Write.Exec(ctx, `insert into generation_sound (generation, audio_key, samples, checksum) values (?, ?, ?, ?)
		on conflict (generation) do update set audio_key = excluded.audio_key, samples = excluded.samples, checksum = excluded.checksum`,
		id, int64(key), samples, stated(checksum))
	if err != nil {
		return fmt.Errorf("note the sound of a generation: %w", err)
	}
	return nil
}

// stated returns a checksum as it is stored.
func stated(checksum [16]byte) string {
	if checksum == ([16]byte{}) {
		return ""
	}
	return hex.EncodeToString(checksum[:])
}

// CheckReviewed returns generation.ErrNotReviewed if the sound of one of the tracks awaits
// a review, or if one is the track of a generation that does.
func (s *Store) CheckReviewed(ctx context.Context, trackIDs ...string) error {
	return s.checkReviewed(ctx, `select case when exists (select 1 from track t where t.id in `+s.db.Dialect.Texts+` and (
		exists (select 1 from generation made where made.track_id = t.id and made.verdict <> 'approved')
		or (select `+standing+` from `+sounds+` where s.audio_key = t.audio_key and s.samples = t.samples) = ?)) then 1 else 0 end`,
		kernel.Array(trackIDs), awaiting)
}

// CheckSoundReviewed is CheckReviewed for the key and the samples of an AudioFile.
func (s *Store) CheckSoundReviewed(ctx context.Context, key uint64, samples int64) error {
	return s.checkReviewed(ctx, "select "+standing+" from "+sounds+" where s.audio_key = ? and s.samples = ?", int64(key), samples)
}

// CheckSamplesReviewed is CheckReviewed for the checksum of samples; it returns nil for none.
func (s *Store) CheckSamplesReviewed(ctx context.Context, checksum [16]byte) error {
	return s.checkReviewed(ctx, "select "+standing+" from "+sounds+" where s.checksum = ? and s.checksum <> ''", stated(checksum))
}

func (s *Store) checkReviewed(ctx context.Context, query string, args ...any) error {
	found, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, query, args...)
	if err != nil {
		return fmt.Errorf("look for music to review: %w", err)
	}
	if found == awaiting {
		return generation.ErrNotReviewed
	}
	return nil
}

// forgetSounds deletes the sounds of what operators approved of an account's generations.
func forgetSounds(ctx context.Context, tx *kernel.Tx, accountID string) error {
	_, err := tx.Exec(ctx, `delete from generation_sound where generation in (
		select x.id from generation x where x.verdict = 'approved' and x.account = `+kernel.AccountSeq+`)`, accountID)
	if err != nil {
		return fmt.Errorf("forget the sound of generations: %w", err)
	}
	return nil
}
