package catalogue

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store/kernel"
)

// SeedRow is a row of SeedColumns.
type SeedRow struct {
	s   sound.Seed
	key int64
}

// Dest implements kernel.Row.
func (r *SeedRow) Dest() []any {
	return []any{&r.s.Seq, &r.s.ID, &r.s.ArtistID, &r.s.Genre, &r.s.Tempo, &r.key}
}

// Value implements kernel.Row.
func (r *SeedRow) Value() sound.Seed {
	s := r.s
	s.AudioKey = uint64(r.key)
	return s
}

const SeedColumns = "select t.seq, t.id, t.artist_id, t.genre, t.tempo, t.audio_key from track t where "

// Seeds returns the tracks with the given IDs that the viewer may hear, in the
// order of the IDs. A repeated ID counts at its last position.
func (s *Store) Seeds(ctx context.Context, v music.Viewer, ids []string) ([]sound.Seed, error) {
	q := (&kernel.Query{}).Add(SeedColumns+"t.id in "+s.db.Dialect.Texts+" and ", kernel.Array(ids)).CanList(v)
	seeds, err := kernel.Collect(ctx, s.db.Read, &SeedRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find seeds: %w", err)
	}
	return kernel.InOrder(seeds, ids, func(s sound.Seed) string { return s.ID }), nil
}

// AreHidden reports whether any of these tracks exist but may not be seen by the
// viewer.
func (s *Store) AreHidden(ctx context.Context, v music.Viewer, ids []string) (bool, error) {
	q := (&kernel.Query{}).Add("select count(*) from track t where t.id in "+s.db.Dialect.Texts+" and not ", kernel.Array(ids)).CanSee(v)
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, q.Text.String(), q.Args...)
	if err != nil {
		return false, fmt.Errorf("find hidden tracks: %w", err)
	}
	return n > 0, nil
}

// SeedsOf returns up to limit tracks of the filter's artist or album, most
// played first.
func (s *Store) SeedsOf(ctx context.Context, v music.Viewer, f music.TrackFilter, limit int) ([]sound.Seed, error) {
	q := (&kernel.Query{}).Add(SeedColumns).CanList(v)
	if f.AlbumID != "" {
		q.Add(" and t.album = (select seq from album where album.id = ?)", f.AlbumID)
	}
	if f.ArtistID != "" {
		q.Add(" and t.seq in (select track from track_artist where role < 2 and artist = (select seq from artist where artist.id = ?))", f.ArtistID)
	}
	q.Add(" order by t.plays desc, t.seq limit ? + 0", limit)
	seeds, err := kernel.Collect(ctx, s.db.Read, &SeedRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("find seeds: %w", err)
	}
	return seeds, nil
}

// RelatedTracks returns tracks related to the seeds by tags: by the same
// artists, of the same genre and a similar tempo, of the same genre, of a
// similar tempo, and then the newest; up to limit of each, without repetition.
func (s *Store) RelatedTracks(ctx context.Context, v music.Viewer, seeds []sound.Seed, limit int) ([]sound.Seed, error) {
	var artists, genres []string
	var tempo float64
	for _, seed := range seeds {
		artists, genres = append(artists, seed.ArtistID), append(genres, kernel.GenreKey(seed.Genre))
		if tempo == 0 {
			tempo = seed.Tempo
		}
	}
	ofGenre := (&kernel.Query{}).Add("t.seq in (select track from track_genre where genre in (select seq from genre where key <> '' and key in "+s.db.Dialect.Texts+"))", kernel.Array(genres))
	aboutTempo := (&kernel.Query{}).Add("t.tempo > 0 and t.tempo >= ? and t.tempo <= ?", tempo*0.94, tempo*1.06)
	related, known := []sound.Seed{}, map[int64]bool{}
	for _, where := range []*kernel.Query{
		(&kernel.Query{}).Add("t.artist_id <> '' and t.artist_id in "+s.db.Dialect.Texts, kernel.Array(artists)),
		(&kernel.Query{}).Append(ofGenre).Add(" and ").Append(aboutTempo),
		ofGenre, aboutTempo, (&kernel.Query{}).Add("true"),
	} {
		q := (&kernel.Query{}).Add(SeedColumns).Append(where).Add(" and ").CanList(v).Add(" order by t.seq desc limit ? + 0", limit)
		tracks, err := kernel.Collect(ctx, s.db.Read, &SeedRow{}, q.Text.String(), q.Args...)
		if err != nil {
			return nil, fmt.Errorf("find related tracks: %w", err)
		}
		for _, t := range tracks {
			if !known[t.Seq] {
				known[t.Seq] = true
				related = append(related, t)
			}
		}
	}
	return related, nil
}

// TracksInOrder returns the tracks with the given seqs that the viewer may
// hear, in that order.
func (s *Store) TracksInOrder(ctx context.Context, v music.Viewer, seqs []int64) ([]music.Track, error) {
	return s.inOrder(ctx, v, seqs, "")
}

// SongsInOrder is TracksInOrder without the sound of mixes.
func (s *Store) SongsInOrder(ctx context.Context, v music.Viewer, seqs []int64) ([]music.Track, error) {
	return s.inOrder(ctx, v, seqs, isSong)
}

func (s *Store) inOrder(ctx context.Context, v music.Viewer, seqs []int64, and string) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select "+TrackColumns+" from track t").Append(WithLiked(v)).Add(" where t.seq in "+s.db.Dialect.Ints+" and ", kernel.Array(seqs)).CanList(v).Add(and)
	tracks, err := kernel.Collect(ctx, s.db.Read, &TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("read tracks: %w", err)
	}
	return kernel.InOrder(tracks, seqs, func(t music.Track) int64 { return t.Seq }), nil
}

type vectorRow struct {
	v           sound.TrackVector
	key, at     int64
	vector      []byte
	withVectors bool
}

func (r *vectorRow) Dest() []any {
	dest := []any{&r.v.Seq, &r.v.ArtistID, &r.v.OwnerID, &r.v.IsPublic, &r.key, &r.at}
	if r.withVectors {
		dest = append(dest, &r.vector)
	}
	return dest
}

func (r *vectorRow) Value() sound.TrackVector {
	v := r.v
	v.AudioKey, v.AnalysedAt = uint64(r.key), kernel.Moment(r.at)
	if r.withVectors {
		v.Vector = kernel.VectorOf(r.vector)
	}
	return v
}

const (
	vectorColumns = "t.seq, t.artist_id, coalesce(t.owner, ''), t.is_public, t.audio_key, a.analysed_at"
	// hasVector selects the analysis a of each track t that has a current
	// vector.
	hasVector = " from analysis a join track t on t.seq = a.track where a.vector is not null and a.version <> 0 and a.audio_key = t.audio_key and t.missing_at = 0"
)

// Vectors returns up to limit vectors by ascending seq, starting after the
// given seq. If step is above 1, it returns only every step-th one. It leaves
// out tracks without a file.
func (s *Store) Vectors(ctx context.Context, after int64, step, limit int) ([]sound.TrackVector, error) {
	return s.vectors(ctx, " and a.track > ? and a.track % ? = 0 order by a.track limit ? + 0", after, step, limit)
}

// VectorsSince returns up to limit vectors of tracks analysed at or after a
// time, in order of that time.
func (s *Store) VectorsSince(ctx context.Context, at time.Time, limit int) ([]sound.TrackVector, error) {
	return s.vectors(ctx, " and a.analysed_at >= ? order by a.analysed_at, a.track limit ? + 0", kernel.Millis(at), limit)
}

// VectorsOf returns the vectors of some tracks.
func (s *Store) VectorsOf(ctx context.Context, seqs []int64) ([]sound.TrackVector, error) {
	return s.vectors(ctx, " and a.track in "+s.db.Dialect.Ints, kernel.Array(seqs))
}

func (s *Store) vectors(ctx context.Context, where string, args ...any) ([]sound.TrackVector, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &vectorRow{withVectors: true}, "select "+vectorColumns+", a.vector"+hasVector+where, args...)
	if err != nil {
		return nil, fmt.Errorf("read vectors: %w", err)
	}
	return rows, nil
}

// VectorTracks returns up to limit tracks that have a vector, by ascending seq,
// starting after the given seq. It leaves out the vectors.
func (s *Store) VectorTracks(ctx context.Context, after int64, limit int) ([]sound.TrackVector, error) {
	rows, err := kernel.Collect(ctx, s.db.Read, &vectorRow{}, "select "+vectorColumns+hasVector+" and a.track > ? order by a.track limit ? + 0", after, limit)
	if err != nil {
		return nil, fmt.Errorf("list vectors: %w", err)
	}
	return rows, nil
}

// CountVectors returns an upper bound of the number of vectors.
func (s *Store) CountVectors(ctx context.Context) (int, error) {
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from analysis")
	if err != nil {
		return 0, fmt.Errorf("count vectors: %w", err)
	}
	return n, nil
}
