package generations

import (
	"context"
	"encoding/hex"
	"fmt"

	"sonora/internal/generation"
	"sonora/internal/music"
	"sonora/internal/sound"
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

// growing stands in for the number of samples of sound that is no file yet.
const growing = -1

// NoteGrowingSound stores the waveform of what is composed so far of a generation. If the
// composer began anew after an interruption, it stores it once it is longer than before. It
// does nothing once NoteSound has stored the sound of the whole piece.
func (s *Store) NoteGrowingSound(ctx context.Context, id string, waveform []byte) error {
	_, err := s.db.Write.Exec(ctx, `insert into generation_sound (generation, audio_key, samples, checksum, waveform) values (?, 0, ?, '', ?)
		on conflict (generation) do update set waveform = excluded.waveform
			where generation_sound.samples = ? and length(excluded.waveform) > length(generation_sound.waveform)`, id, growing, waveform, growing)
	if err != nil {
		return fmt.Errorf("note the sound of a growing piece: %w", err)
	}
	return nil
}

// NoteSound stores the sound of a generation: the key and the samples of its AudioFile, and
// the checksum of the samples if its file states one. Its waveform is noted later; until then,
// that of NoteGrowingSound remains.
func (s *Store) NoteSound(ctx context.Context, id string, key uint64, samples int64, checksum [16]byte) error {
	_, err := s.db.Write.Exec(ctx, `insert into generation_sound (generation, audio_key, samples, checksum) values (?, ?, ?, ?)
		on conflict (generation) do update set audio_key = excluded.audio_key, samples = excluded.samples, checksum = excluded.checksum,
			waveform = case when generation_sound.samples = ? then generation_sound.waveform end`,
		id, int64(key), samples, stated(checksum), growing)
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

// Sound is how the sound of a generation moves.
type Sound struct {
	Generation     string
	TrackID, Title string // "" if the generation was deleted
	IsApproved     bool
	Waveform       []byte
}

type soundRow struct{ s Sound }

// Dest implements kernel.Row.
func (r *soundRow) Dest() []any {
	return []any{&r.s.Generation, &r.s.TrackID, &r.s.Title, &r.s.IsApproved, &r.s.Waveform}
}

// Value implements kernel.Row.
func (r *soundRow) Value() Sound { return r.s }

// Sounds returns the sounds of generations whose waveform is known.
func (s *Store) Sounds(ctx context.Context) ([]Sound, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &soundRow{}, `select s.generation, coalesce(x.track_id, ''), coalesce(x.title, ''),
		coalesce(x.verdict, '') = 'approved', s.waveform from `+sounds+" where s.waveform is not null order by s.generation")
	if err != nil {
		return nil, fmt.Errorf("list the sounds of generations: %w", err)
	}
	return list, nil
}

// NoteWaveform stores the waveform of a sound that is noted.
func (s *Store) NoteWaveform(ctx context.Context, id string, waveform []byte) error {
	_, err := s.db.Write.Exec(ctx, "update generation_sound set waveform = ? where generation = ?", waveform, id)
	return err
}

// maxUnknown is how many sounds SoundsWithoutWaveform returns.
const maxUnknown = 20

// SoundsWithoutWaveform returns the tracks of generations whose sound has no waveform yet,
// by generation. They are analysed by today's methods.
func (s *Store) SoundsWithoutWaveform(ctx context.Context) (map[string]string, error) {
	return s.unknown(ctx, `select s.generation, t.id from generation_sound s
		join generation x on x.id = s.generation join track t on t.id = x.track_id
		where s.waveform is null and t.analysed >= ? order by s.generation limit ?`, sound.Version, maxUnknown)
}

// SoundsWithoutChecksum returns the files in FLAC of generations whose sound has no
// checksum, as their keys in the store for uploads, by generation.
func (s *Store) SoundsWithoutChecksum(ctx context.Context) (map[string]string, error) {
	return s.unknown(ctx, `select s.generation, u.place from generation_sound s
		join upload u on u.id = s.generation join track t on t.id = u.track_id where s.checksum = '' and t.format = ? order by s.generation`, string(music.FLAC))
}

func (s *Store) unknown(ctx context.Context, query string, args ...any) (map[string]string, error) {
	pairs, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[string, string]{}, query, args...)
	if err != nil {
		return nil, fmt.Errorf("list sounds to complete: %w", err)
	}
	found := make(map[string]string, len(pairs))
	for _, p := range pairs {
		found[p.A] = p.B
	}
	return found, nil
}

// NoteChecksum stores the checksum of the samples of a sound that is noted.
func (s *Store) NoteChecksum(ctx context.Context, id string, checksum [16]byte) error {
	_, err := s.db.Write.Exec(ctx, "update generation_sound set checksum = ? where generation = ?", stated(checksum), id)
	return err
}

// DropHeld deletes what a review says about an uploaded track.
func (s *Store) DropHeld(ctx context.Context, trackID string) error {
	_, err := s.db.Write.Exec(ctx, "delete from generation where track_id = ? and provider = ?", trackID, generation.Uploaded)
	return err
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
