package store

import (
	"cmp"
	"context"
	"fmt"

	"sonora/internal/feed"
	"sonora/internal/music"
)

const (
	mixFields  = "title, dj_name, description, genre, category, audio_url, cover_image_url, duration, bpm, tags, format, size, is_active, is_public"
	mixWrites  = mixFields + ", folded"
	mixColumns = "m.id, coalesce((select a.id from account a where a.seq = m.owner), ''), m.likes, m.plays, m.created_at, " + mixFields
)

type mixRow struct {
	m                 music.Mix
	duration, created int64
	tags              textList
}

func (r *mixRow) dest() []any {
	m := &r.m
	return []any{
		&m.ID, &m.OwnerID, &m.Likes, &m.Plays, &r.created, &m.Title, &m.DJName, &m.Description, &m.Genre, &m.Category, &m.AudioURL, &m.CoverImageURL,
		&r.duration, &m.BPM, &r.tags, &m.Format, &m.Size, &m.IsActive, &m.IsPublic,
	}
}

func (r *mixRow) value() music.Mix {
	m := r.m
	m.Duration, m.CreatedAt, m.Tags = length(r.duration), moment(r.created), r.tags.texts
	return m
}

// checkedMix returns the values of mixWrites, or what breaks a rule.
func checkedMix(m *music.Mix) ([]any, error) {
	normal(&m.Title, &m.DJName, &m.Description, &m.Genre, &m.Category, &m.AudioURL, &m.CoverImageURL)
	for i := range m.Tags {
		normal(&m.Tags[i])
	}
	err := m.Check()
	return []any{
		m.Title, m.DJName, m.Description, m.Genre, m.Category, m.AudioURL, m.CoverImageURL,
		m.Duration.Milliseconds(), m.BPM, list(m.Tags), m.Format, m.Size, m.IsActive, m.IsPublic,
		foldedLines(m.Title, m.DJName, m.Genre),
	}, err
}

// canPlay adds the rule of who may see the mix m: visitors what is active and
// public, members what is active, admins everything.
func (q *query) canPlay(v music.Viewer) *query {
	switch {
	case v.IsAdmin():
		return q.add("true")
	case v.SignedIn():
		return q.add("m.is_active")
	default:
		return q.add("m.is_active and m.is_public")
	}
}

// canFindMix adds the rule of which mixes m are in the lists somebody listens
// by: what they may see, but no show that its DJ did not publish.
func (q *query) canFindMix(v music.Viewer) *query {
	q.canPlay(v)
	if v.IsAdmin() {
		q.add(" and (m.is_active or not exists (select 1 from recording r where r.mix = m.id and r.mix <> ''))")
	}
	return q
}

var mixesNewest = order{name: "m.newest", seq: "m.seq", desc: true}

// Mixes returns a page of the mixes for the viewer to listen to, newest first.
func (s *Store) Mixes(ctx context.Context, v music.Viewer, p music.Page) (music.List[music.Mix], error) {
	return s.mixes(ctx, (&query{}).canFindMix(v), p)
}

// OwnMixes returns a page of those mixes that are the viewer's, such as shows
// they recorded, newest first.
func (s *Store) OwnMixes(ctx context.Context, v music.Viewer, p music.Page) (music.List[music.Mix], error) {
	return s.mixes(ctx, (&query{}).canFindMix(v).add(" and m.owner = "+accountSeq, v.AccountID), p)
}

// AllMixes returns a page of all mixes, also of shows nobody published, newest
// first.
func (s *Store) AllMixes(ctx context.Context, p music.Page) (music.List[music.Mix], error) {
	return s.mixes(ctx, (&query{}).add("true"), p)
}

func (s *Store) mixes(ctx context.Context, where *query, p music.Page) (music.List[music.Mix], error) {
	list, err := page(ctx, s, &mixRow{}, listing{columns: mixColumns, from: "mix m", where: where, order: mixesNewest, personal: true}, p)
	if err != nil {
		return list, fmt.Errorf("list mixes: %w", err)
	}
	return list, nil
}

// Mix returns a mix; NotFound when the viewer may not see it.
func (s *Store) Mix(ctx context.Context, v music.Viewer, id string) (*music.Mix, error) {
	q := (&query{}).add("select "+mixColumns+" from mix m where m.id = ? and ", id).canPlay(v)
	mix, err := pointer(one(ctx, s.read, &mixRow{}, q.text.String(), q.args...))
	if err != nil {
		return nil, fmt.Errorf("read mix: %w", err)
	}
	return mix, nil
}

// CreateMix adds a mix and fills its ID where it is empty. Invalid with the
// fields that break a rule.
func (s *Store) CreateMix(ctx context.Context, mix *music.Mix) error {
	values, err := checkedMix(mix)
	if err != nil {
		return err
	}
	id, at := cmp.Or(mix.ID, music.NewID()), millis(mix.CreatedAt)
	_, err = s.write.exec(ctx, "insert into mix (id, owner, created_at, "+mixWrites+") values (?, (select seq from account where account.id = ?), ?, "+marks(len(values))+")",
		append([]any{id, mix.OwnerID, at}, values...)...)
	s.folded.forget()
	if err != nil {
		return fmt.Errorf("create mix: %w", err)
	}
	mix.ID, mix.CreatedAt = id, moment(at)
	return nil
}

// ChangeMix alters a mix and returns it as it is then. Invalid with the
// fields that break a rule, NotFound, or Conflict when it would be heard no
// more and is the sound of an episode that is out.
func (s *Store) ChangeMix(ctx context.Context, id string, alter func(*music.Mix)) (mix *music.Mix, err error) {
	err = s.updateNames(ctx, "change mix", func(tx *tx) error {
		if mix, err = pointer(one(ctx, tx, &mixRow{}, "select "+mixColumns+" from mix m where m.id = ?"+s.d.locked, id)); err != nil {
			return err
		}
		wasActive := mix.IsActive
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
		return must(tx.exec(ctx, "update mix set ("+mixWrites+") = ("+marks(len(values))+") where id = ?", append(values, id)...))
	})
	if err != nil {
		return nil, err
	}
	return mix, nil
}

// DeleteMix removes a mix, or returns NotFound, or Conflict when it is the
// sound of an episode that is out.
func (s *Store) DeleteMix(ctx context.Context, id string) error {
	return s.update(ctx, "delete mix", func(tx *tx) error {
		if err := notInEpisode(ctx, tx, id); err != nil {
			return err
		}
		return must(tx.exec(ctx, "delete from mix where id = ?", id))
	})
}

var errInEpisode = music.NewError(music.Conflict, "An episode of a podcast has this sound. Delete the episode or make it a draft first.")

// notInEpisode sees that no episode that is out, or will be, has the sound of
// a mix.
func notInEpisode(ctx context.Context, tx *tx, mixID string) error {
	used, err := one(ctx, tx, &cell[bool]{}, "select exists (select 1 from episode where mix = ? and mix <> '' and state <> ?)", mixID, string(feed.EpisodeDraft))
	if err == nil && used {
		err = errInEpisode
	}
	return err
}
