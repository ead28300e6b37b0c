package library

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sonora/internal/store/kernel"
)

// variousArtists is the credit of an album by several artists whose files name
// no album artist.
const variousArtists = "Various Artists"

// memberRow holds the columns of a track that its album depends on.
type memberRow struct {
	album                               int64
	public, shared, compilation         bool
	disc, year                          int
	duration                            int64
	genre, cover, artistID, albumArtist string
	artist                              string // name of the first artist
	albumArtistID                       string
}

func (r *memberRow) Dest() []any {
	return []any{
		&r.album, &r.public, &r.shared, &r.compilation, &r.disc, &r.year, &r.duration, &r.genre, &r.cover,
		&r.artistID, &r.artist, &r.albumArtist, &r.albumArtistID,
	}
}

func (r *memberRow) Value() memberRow { return *r }

type albumState struct {
	seq                int64
	key, title, artist string
}

func (r *albumState) Dest() []any { return []any{&r.seq, &r.key, &r.title, &r.artist} }

func (r *albumState) Value() albumState { return *r }

// RefreshAlbums recomputes the columns of albums that depend on their tracks.
func RefreshAlbums(ctx context.Context, db *kernel.DB, tx *kernel.Tx, albums map[int64]bool) error {
	for seqs := range slices.Chunk(slices.Sorted(maps.Keys(albums)), 500) {
		in := kernel.Array(seqs)
		states, err := kernel.Collect(ctx, tx, &albumState{}, "select seq, key, title, artist from album where seq in "+db.Dialect.Ints, in)
		if err != nil {
			return fmt.Errorf("refresh albums: %w", err)
		}
		members, err := kernel.Collect(ctx, tx, &memberRow{}, `select t.album, t.is_public, t.is_public or t.owner is null, t.compilation,
				t.disc, t.year, t.duration, t.genre, t.cover, t.artist_id, coalesce(ar.name, ''), t.album_artist, coalesce(aa.id, '')
			from track t left join artist ar on ar.id = t.artist_id
			left join track_artist ta on ta.track = t.seq and ta.role = 1 and ta.position = 0 left join artist aa on aa.seq = ta.artist
			where t.missing_at = 0 and t.album in `+db.Dialect.Ints+` order by t.album, t.position, t.seq`, in)
		if err != nil {
			return fmt.Errorf("refresh albums: %w", err)
		}
		of := map[int64][]memberRow{}
		for _, m := range members {
			of[m.album] = append(of[m.album], m)
		}
		for _, a := range states {
			if err := refreshAlbum(ctx, db, tx, a, of[a.seq]); err != nil {
				return fmt.Errorf("refresh album %s: %w", a.title, err)
			}
		}
	}
	return nil
}

func refreshAlbum(ctx context.Context, db *kernel.DB, tx *kernel.Tx, a albumState, members []memberRow) error {
	var public, shared, discs, year int
	var duration int64
	var cover string
	compilation := false
	genres := map[string]int{}
	for _, m := range members {
		if m.public {
			public++
		}
		if m.shared {
			shared++
		}
		discs, year = max(discs, m.disc), max(year, m.year)
		duration += m.duration
		compilation = compilation || m.compilation
		cover = cmp.Or(cover, m.cover)
		if m.genre != "" {
			genres[m.genre]++
		}
	}
	artist, artistID := albumCredit(a.key, members)
	if len(members) == 0 {
		artist = a.artist // keep the name until its tracks return or are purged
	}
	_, err := tx.Exec(ctx, `update album set artist = ?, artist_id = ?, artist_key = ?, year = ?, genre = ?, compilation = ?,
			cover = ?, discs = ?, duration = ?, public_tracks = ?, tracks = ?, all_tracks = ? where seq = ?`,
		artist, artistID, kernel.SortParts(kernel.SortKey(artist), fmt.Sprintf("%04d", year), kernel.SortKey(a.title)), year, mostFrequent(genres),
		compilation || artist == variousArtists, cover, max(discs, 1), duration, public, shared, len(members), a.seq)
	if err != nil {
		return err
	}
	differs := func(m memberRow) bool { return m.albumArtist != artist }
	if strings.HasPrefix(a.key, folderAlbum) && slices.ContainsFunc(members, differs) {
		if _, err := tx.Exec(ctx, "update track set album_artist = ? where album = ? and album_artist <> ?", artist, a.seq, artist); err != nil {
			return err
		}
	}
	if artist == a.artist {
		return nil
	}
	return saveWords(ctx, db, tx, "album_search", a.seq, kernel.SearchWords(a.title, artist))
}

// albumCredit returns the artist of an album: the album artist in the files,
// otherwise their only artist, otherwise Various Artists.
func albumCredit(key string, members []memberRow) (name, id string) {
	if len(members) == 0 {
		return "", ""
	}
	first := members[0]
	if !strings.HasPrefix(key, folderAlbum) && first.albumArtist != "" {
		return first.albumArtist, first.albumArtistID
	}
	lead := withoutGuests(first.artist)
	for _, m := range members[1:] {
		if m.artistID != first.artistID && withoutGuests(m.artist) != lead {
			return variousArtists, ""
		}
	}
	// The shortest spelling is the one without guests.
	shortest := slices.MinFunc(members, func(a, b memberRow) int { return cmp.Compare(len(a.artist), len(b.artist)) })
	return shortest.artist, shortest.artistID
}

// withoutGuests removes "feat. …" from a name and normalizes its spelling.
func withoutGuests(artist string) string {
	name := kernel.Identity(artist)
	for _, mark := range []string{" feat. ", " feat ", " ft. ", " ft ", " featuring ", " (feat. "} {
		name, _, _ = strings.Cut(name, mark)
	}
	return name
}

// mostFrequent returns the value with the highest count, or the smallest of
// several.
func mostFrequent(counts map[string]int) string {
	best := ""
	for _, value := range slices.Sorted(maps.Keys(counts)) {
		if best == "" || counts[value] > counts[best] {
			best = value
		}
	}
	return best
}

// saveWords replaces the search words of a row.
func saveWords(ctx context.Context, db *kernel.DB, tx *kernel.Tx, table string, seq int64, words []string) error {
	if _, err := tx.Exec(ctx, "delete from "+table+" where rowid = ?", seq); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, "insert into "+table+" (rowid, words) values "+db.Dialect.Words, seq, strings.Join(words, " "))
	return err
}

// FinishScan corrects the counts of artists and genres and deletes those
// without tracks. It is cheap if nothing has changed.
func (s *Store) FinishScan(ctx context.Context) error {
	changed, err := Finish(ctx, s.db)
	if err != nil || !changed {
		return err
	}
	return s.db.SettleDown(ctx)
}

// Finish is FinishScan for few changes: it skips the engine's maintenance.
func Finish(ctx context.Context, db *kernel.DB) (changed bool, err error) {
	changed, err = kernel.One(ctx, db.Read, &kernel.Cell[bool]{}, `select exists (select 1 from artist where stale)
		or exists (select 1 from genre where stale) or exists (select 1 from album
			where all_tracks = 0 and not exists (select 1 from track where track.album = album.seq))`)
	if err != nil {
		return false, fmt.Errorf("finish scan: %w", err)
	}
	if !changed {
		return false, nil
	}
	return true, db.UpdateCatalogue(ctx, "finish scan", func(tx *kernel.Tx) error { return settle(ctx, db, tx) })
}

func settle(ctx context.Context, db *kernel.DB, tx *kernel.Tx) error {
	for _, doomed := range [][2]string{
		{"album", "all_tracks = 0 and not exists (select 1 from track where track.album = album.seq)"},
		{"artist", "stale and not exists (select 1 from track_artist where track_artist.artist = artist.seq)"},
	} {
		if err := removeUnused(ctx, db, tx, doomed[0], doomed[1]); err != nil {
			return err
		}
	}
	const counts = `count(distinct case when t.is_public then t.seq end),
		count(distinct case when t.is_public or t.owner is null then t.seq end), count(distinct t.seq)`
	for _, statement := range []string{
		"delete from genre where stale and not exists (select 1 from track_genre where track_genre.genre = genre.seq)",
		`update artist set (public_tracks, tracks, all_tracks, albums) = (select ` + counts + `, count(distinct t.album)
			from track_artist ta join track t on t.seq = ta.track where ta.artist = artist.seq and ta.role < 2 and t.missing_at = 0),
			cover = coalesce((select t.cover from track_artist ta join track t on t.seq = ta.track
				where ta.artist = artist.seq and ta.role < 2 and t.missing_at = 0 and t.cover <> '' order by ta.track desc limit 1), ''),
			stale = false where stale`,
		`update genre set (public_tracks, tracks, all_tracks) = (select ` + counts + `
			from track_genre tg join track t on t.seq = tg.track where tg.genre = genre.seq and t.missing_at = 0),
			stale = false where stale`,
		"delete from picture where not exists (select 1 from track where track.cover = picture.hash and track.cover <> '')",
		`delete from folder where extras = 0 and not exists (select 1 from track where track.folder = folder.seq)
			and not exists (select 1 from track where track.cover_folder = folder.seq)`,
	} {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// removeUnused deletes rows of a searchable table and their search words.
func removeUnused(ctx context.Context, db *kernel.DB, tx *kernel.Tx, table, where string) error {
	gone, err := kernel.Collect(ctx, tx, &kernel.Cell[int64]{}, "delete from "+table+" where "+where+" returning seq")
	if err != nil || len(gone) == 0 {
		return err
	}
	_, err = tx.Exec(ctx, "delete from "+table+"_search where rowid in "+db.Dialect.Ints, kernel.Array(gone))
	return err
}
