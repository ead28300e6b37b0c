package mixes

import (
	"cmp"
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"sonora/internal/feed"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const (
	mixFields  = "title, dj_name, description, genre, category, audio_url, cover_image_url, duration, bpm, tags, format, size, is_active, is_public, may_download, early_until"
	mixWrites  = mixFields + ", folded"
	MixColumns = "m.id, coalesce((select a.id from account a where a.seq = m.owner), ''), " + likesOfMix + ", m.plays, m.created_at, " + mixFields
)

// MixRow is a row of MixColumns.
type MixRow struct {
	m                 music.Mix
	duration, created int64
	early             int64
	tags              kernel.TextList
}

// Dest implements kernel.Row.
func (r *MixRow) Dest() []any {
	m := &r.m
	return []any{
		&m.ID, &m.OwnerID, &m.Likes, &m.Plays, &r.created, &m.Title, &m.DJName, &m.Description, &m.Genre, &m.Category, &m.AudioURL, &m.CoverImageURL,
		&r.duration, &m.BPM, &r.tags, &m.Format, &m.Size, &m.IsActive, &m.IsPublic, &m.MayDownload, &r.early,
	}
}

// Value implements kernel.Row.
func (r *MixRow) Value() music.Mix {
	m := r.m
	m.Duration, m.CreatedAt, m.EarlyUntil, m.Tags = kernel.Length(r.duration), kernel.Moment(r.created), kernel.Moment(r.early), r.tags.Texts
	return m
}

// checkedMix returns the values of mixWrites, or the rules that are broken.
func checkedMix(m *music.Mix) ([]any, error) {
	kernel.Normal(&m.Title, &m.DJName, &m.Description, &m.Genre, &m.Category, &m.AudioURL, &m.CoverImageURL)
	for i := range m.Tags {
		kernel.Normal(&m.Tags[i])
	}
	err := m.Check()
	return []any{
		m.Title, m.DJName, m.Description, m.Genre, m.Category, m.AudioURL, m.CoverImageURL,
		m.Duration.Milliseconds(), m.BPM, kernel.Array(m.Tags), m.Format, m.Size, m.IsActive, m.IsPublic, m.MayDownload, kernel.Millis(m.EarlyUntil),
		kernel.FoldedLines(m.Title, m.DJName, m.Genre),
	}, err
}

// Mix returns a mix, or NotFound if the viewer may not see it.
func (s *Store) Mix(ctx context.Context, v music.Viewer, id string) (*music.Mix, error) {
	q := (&kernel.Query{}).Add("select "+MixColumns+" from mix m where m.id = ? and ", id).CanPlayMix(v)
	mix, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &MixRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read mix: %w", err)
	}
	return mix, nil
}

// MixPlays returns nil if the audio of a mix that the viewer may see is an upload,
// and otherwise NotFound.
func (s *Store) MixPlays(ctx context.Context, v music.Viewer, uploadID string) error {
	address := intake.MediaAudio + uploadID + "."
	q := (&kernel.Query{}).Add("select m.id from mix m where substr(m.audio_url, 1, ?) = ? and ", utf8.RuneCountInString(address), address).CanPlayMix(v).Add(" limit 1")
	if _, err := kernel.One(ctx, s.db.Read, &kernel.Cell[string]{}, q.Text.String(), q.Args...); err != nil {
		return fmt.Errorf("find mix of upload: %w", err)
	}
	return nil
}

// IsEarly reports whether a mix, by its ID or that of the upload that is its sound, is in
// early access at a moment, and is somebody else's.
func (s *Store) IsEarly(ctx context.Context, v music.Viewer, id string, now time.Time) (bool, error) {
	address := intake.MediaAudio + id + "."
	is, err := kernel.One(ctx, s.db.Read, &kernel.Cell[bool]{}, `select exists (select 1 from mix m where m.early_until > ? and (m.id = ? or substr(m.audio_url, 1, ?) = ?)
		and (m.owner is null or m.owner <> coalesce(`+kernel.AccountSeq+`, 0)))`, kernel.Millis(now), id, utf8.RuneCountInString(address), address, v.AccountID)
	if err != nil {
		return false, fmt.Errorf("read early access of mix: %w", err)
	}
	return is, nil
}

// CreateMix adds a mix and fills in its ID if empty. It returns Invalid with
// the fields that break a rule, and Conflict if another mix has its upload or its ID.
func (s *Store) CreateMix(ctx context.Context, mix *music.Mix) error {
	values, err := checkedMix(mix)
	if err != nil {
		return err
	}
	id, at := cmp.Or(mix.ID, music.NewID()), kernel.Millis(mix.CreatedAt)
	err = s.db.UpdateNames(ctx, "create mix", func(tx *kernel.Tx) error {
		if err := takeUpload(ctx, tx, id, mix.AudioURL); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "insert into mix (id, owner, created_at, "+mixWrites+") values (?, (select seq from account where account.id = ?), ?, "+kernel.Marks(len(values))+")",
			append([]any{id, mix.OwnerID, at}, values...)...)
		return err
	})
	if err != nil {
		return err
	}
	mix.ID, mix.CreatedAt = id, kernel.Moment(at)
	return nil
}

// takeUpload marks the upload at the address of a mix's sound, if there is one, and
// locks it. It returns Conflict if it is the sound of another mix.
func takeUpload(ctx context.Context, tx *kernel.Tx, mixID, address string) error {
	id := intake.MediaID(address)
	err := kernel.Found(tx.Exec(ctx, "update upload set is_mix = ? where id = ?", true, id))
	if music.CodeOf(err) == music.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	title, err := kernel.One(ctx, tx, &kernel.Cell[string]{}, "select title from mix where id <> ? and (audio_url = ? or audio_url like ?) limit 1",
		mixID, intake.MediaAudio+id, intake.MediaAudio+id+".%")
	if music.CodeOf(err) == music.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	return music.FieldError(music.Conflict, "audioUrl", music.Say("This file is published already, as the mix “%s”.", title))
}

// ChangeMix changes a mix and returns the result. It returns Invalid with the
// fields that break a rule, NotFound, or Conflict if the change would hide the
// sound of a published episode or if another mix has its upload.
func (s *Store) ChangeMix(ctx context.Context, id string, alter func(*music.Mix)) (mix *music.Mix, err error) {
	err = s.db.UpdateNames(ctx, "change mix", func(tx *kernel.Tx) error {
		if mix, err = kernel.Pointer(kernel.One(ctx, tx, &MixRow{}, "select "+MixColumns+" from mix m where m.id = ?"+s.db.Dialect.Locked, id)); err != nil {
			return err
		}
		wasActive, address := mix.IsActive, mix.AudioURL
		alter(mix)
		values, err := checkedMix(mix)
		if err != nil {
			return err
		}
		if wasActive && !mix.IsActive {
			if err := notInEpisode(ctx, tx, id); err != nil {
				return err
			}
		}
		if mix.AudioURL != address {
			if err := takeUpload(ctx, tx, id, mix.AudioURL); err != nil {
				return err
			}
		}
		return kernel.Found(tx.Exec(ctx, "update mix set ("+mixWrites+") = ("+kernel.Marks(len(values))+") where id = ?", append(values, id)...))
	})
	if err != nil {
		return nil, err
	}
	return mix, nil
}

// DeleteMix deletes a mix. It returns NotFound, or Conflict if the mix is the
// sound of a published episode.
func (s *Store) DeleteMix(ctx context.Context, id string) error {
	return s.db.Update(ctx, "delete mix", func(tx *kernel.Tx) error {
		if err := notInEpisode(ctx, tx, id); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from mix where id = ?", id))
	})
}

// notInEpisode returns Conflict if a published or scheduled episode uses the
// sound of a mix.
func notInEpisode(ctx context.Context, tx *kernel.Tx, mixID string) error {
	used, err := kernel.One(ctx, tx, &kernel.Cell[bool]{}, "select exists (select 1 from episode where mix = ? and mix <> '' and state <> ?)", mixID, string(feed.EpisodeDraft))
	if err == nil && used {
		err = feed.ErrInEpisode
	}
	return err
}
