package curation

import (
	"context"
	"fmt"

	"sonora/internal/music"
	"sonora/internal/stock"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

type candidateRow struct {
	c        stock.Candidate
	sound    int64
	duration int64
}

func (r *candidateRow) Dest() []any {
	return []any{&r.c.Seq, &r.c.ID, &r.sound, &r.c.Recording, &r.c.ArtistID, &r.c.Title, &r.duration}
}

func (r *candidateRow) Value() stock.Candidate {
	c := r.c
	c.Sound, c.Duration = uint64(r.sound), kernel.Length(r.duration)
	return c
}

// DuplicateCandidates returns the tracks with a file that share their sound, their
// recording at MusicBrainz, or their artist and title with another, first added first.
// It caches them until the catalogue changes.
func (s *Store) DuplicateCandidates(ctx context.Context) ([]stock.Candidate, error) {
	const present = "from track where missing_at = 0"
	return kernel.RememberLong(s.db.Tally, "duplicates", func() ([]stock.Candidate, error) {
		all, err := kernel.Collect(ctx, s.db.Read, &candidateRow{}, `select t.seq, t.id, t.audio_key, t.recording_id, t.artist_id, t.title_sort, t.duration from track t
			where t.missing_at = 0 and t.seq in (
				select t.seq from track t join (select audio_key `+present+` group by audio_key having count(*) > 1) d on d.audio_key = t.audio_key
				union select t.seq from track t join (select recording_id `+present+` and recording_id <> '' group by recording_id having count(*) > 1) d on d.recording_id = t.recording_id
				union select t.seq from track t join (select artist_id, title_sort `+present+` and artist_id <> '' and title_sort <> '' group by artist_id, title_sort having count(*) > 1) d
					on d.title_sort = t.title_sort and d.artist_id = t.artist_id)
			order by t.seq`)
		if err != nil {
			return nil, fmt.Errorf("look for duplicates: %w", err)
		}
		return all, nil
	})
}

type copyRow struct {
	catalogue.TrackRow
	file fileRow
}

func (r *copyRow) Dest() []any { return append(r.TrackRow.Dest(), r.file.Dest()...) }

func (r *copyRow) Value() stock.Copy {
	return stock.Copy{Track: r.TrackRow.Value(), File: r.file.Value()}
}

// Copies returns tracks with their files, by ID. It leaves out those that are gone.
func (s *Store) Copies(ctx context.Context, v music.Viewer, ids []string) (map[string]stock.Copy, error) {
	q := (&kernel.Query{}).Add("select "+catalogue.TrackColumns+", "+fileColumns+" from track t join folder f on f.seq = t.folder join root r on r.seq = f.root").
		Append(catalogue.WithLiked(v)).Add(" where t.missing_at = 0 and t.id in "+s.db.Dialect.Texts, kernel.Array(ids))
	rows, err := kernel.Collect(ctx, s.db.Read, &copyRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read files of recordings: %w", err)
	}
	copies := make(map[string]stock.Copy, len(rows))
	for _, c := range rows {
		copies[c.Track.ID] = c
	}
	return copies, nil
}

// MergeTracks gives what people did with some tracks to another one that holds the same
// recording: places in playlists, likes, ratings, plays and DJ marks. A playlist gets the
// kept track once in place of several files, and people keep their own rating and
// marks of it. It returns NotFound if one of the tracks does not exist, or if the file of the kept one is
// gone.
func (s *Store) MergeTracks(ctx context.Context, keep string, others []string) error {
	return s.db.UpdateCatalogue(ctx, "merge tracks", func(tx *kernel.Tx) error {
		kept, err := kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from track where id = ? and missing_at = 0"+s.db.Dialect.Locked, keep)
		if err != nil {
			return err
		}
		seqs, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select seq from track where id <> ? and id in "+s.db.Dialect.Texts, keep, kernel.Array(others))
		if err != nil {
			return err
		}
		if len(seqs) != len(others) {
			return music.ErrNotFound
		}
		if err := s.mergeEntries(ctx, tx, kept, seqs); err != nil {
			return fmt.Errorf("merge playlists: %w", err)
		}
		return s.mergeOpinions(ctx, tx, kept, seqs)
	})
}

// mergeEntries replaces tracks in playlists by the kept one. Where a playlist has it
// already, or would get it several times, the first place stays.
func (s *Store) mergeEntries(ctx context.Context, tx *kernel.Tx, kept int64, others []int64) error {
	in, array := s.db.Dialect.Ints, kernel.Array(others)
	lists, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "select distinct playlist from playlist_entry where track in "+in, array)
	if err != nil || len(lists) == 0 {
		return err
	}
	if _, err := tx.Exec(ctx, `delete from playlist_entry where track in `+in+` and exists (select 1 from playlist_entry e
		where e.playlist = playlist_entry.playlist and (e.track = ? or e.place < playlist_entry.place and e.track in `+in+`))`, array, kept, array); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, "update playlist_entry set track = ? where track in "+in, kept, array); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, "update playlist set version = version + 1, entries = (select count(*) from playlist_entry e where e.playlist = playlist.seq) where seq in "+in, kernel.Array(lists))
	return err
}

// mergeOpinions moves likes, ratings and plays. It copies the latest marks: the kept
// track may have some already, and then those of the others are not lost.
func (s *Store) mergeOpinions(ctx context.Context, tx *kernel.Tx, kept int64, others []int64) error {
	in, array := s.db.Dialect.Ints, kernel.Array(others)
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{"insert into liked (account, track, at) select account, cast(? as bigint), min(at) from liked where track in " + in + " group by account on conflict do nothing", []any{kept, array}},
		{"delete from liked where track in " + in, []any{array}},
		{"insert into rating (account, track, stars, at) select account, cast(? as bigint), max(stars), max(at) from rating where track in " + in + " group by account on conflict do nothing", []any{kept, array}},
		{"delete from rating where track in " + in, []any{array}},
		{
			"insert into marks (account, track, marks, version) select m.account, cast(? as bigint), m.marks, m.version from marks m where m.track in " + in +
				" and not exists (select 1 from marks o where o.account = m.account and o.track in " + in + " and (o.version > m.version or o.version = m.version and o.track < m.track)) on conflict do nothing",
			[]any{kept, array, array},
		},
		{"update play set track = ? where track in " + in, []any{kept, array}},
		{"update track set plays = plays + (select coalesce(sum(o.plays), 0) from track o where o.seq in " + in + ") where seq = ?", []any{array, kept}},
		{"update track set plays = 0 where seq in " + in, []any{array}},
	} {
		if _, err := tx.Exec(ctx, step.sql, step.args...); err != nil {
			return fmt.Errorf("merge likes and plays: %w", err)
		}
	}
	return nil
}
