package library

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// saveLinks writes the artists, genres, texts and search words of the tracks.
func (b *Batch) saveLinks(ctx context.Context, _ []music.ScannedFile) error {
	if err := b.removeLinks(ctx); err != nil {
		return err
	}
	credits := b.Tx.Insert("track_artist", "track, role, position, artist")
	genres := b.Tx.Insert("track_genre", "track, position, genre")
	texts := b.Tx.Insert("track_text", "track, lyrics_kind, lyrics, comment")
	words := b.words("track_search")
	counts := &linkCounts{artists: map[int64]int{}, genres: map[int64]int{}}
	for _, f := range b.Files {
		tags := &f.Audio.Tags
		if err := b.linkArtists(ctx, credits, f, counts); err != nil {
			return err
		}
		if err := b.linkGenres(ctx, genres, f, counts); err != nil {
			return err
		}
		if text := f.Audio.Lyrics; text.Text != "" || tags.Comment != "" {
			if err := texts.Add(ctx, f.Track.Seq, string(text.Kind), kernel.Clean(text.Text), kernel.Clean(tags.Comment)); err != nil {
				return err
			}
		}
		if err := words.Add(ctx, f.Track.Seq, strings.Join(b.trackWords(f), " ")); err != nil {
			return err
		}
	}
	for _, insert := range []*kernel.Inserter{credits, genres, texts, words} {
		if err := insert.Flush(ctx); err != nil {
			return fmt.Errorf("%s: %w", insert.Head, err)
		}
	}
	return counts.save(ctx, b)
}

// trackWords returns the words under which a track is found.
func (b *Batch) trackWords(f *SavedFile) []string {
	tags := &f.Audio.Tags
	texts := append([]string{titleOf(f.ScannedFile), credit(tags), tags.Album}, tags.Artists...)
	texts = append(texts, tags.AlbumArtists...)
	return kernel.SearchWords(append(texts, tags.Genres...)...)
}

// removeLinks removes the old links of changed tracks.
func (b *Batch) removeLinks(ctx context.Context) error {
	var changed []int64
	for _, f := range b.Files {
		if !f.isNew {
			changed = append(changed, f.Track.Seq)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if err := MarkStale(ctx, b.DB, b.Tx, changed); err != nil {
		return err
	}
	for _, from := range []string{"track_artist where track in ", "track_genre where track in ", "track_text where track in ", "track_search where rowid in "} {
		if _, err := b.Tx.Exec(ctx, "delete from "+from+b.DB.Dialect.Ints, kernel.Array(changed)); err != nil {
			return err
		}
	}
	return nil
}

func (b *Batch) linkArtists(ctx context.Context, insert *kernel.Inserter, f *SavedFile, counts *linkCounts) error {
	tags := &f.Audio.Tags
	seen := map[int64]bool{}
	for role, names := range [][]string{catalogue.RoleArtist: tags.Artists, catalogue.RoleAlbumArtist: albumArtists(tags), catalogue.RoleComposer: tags.Composers} {
		var linked []int64
		for _, name := range names {
			artist := b.artists[kernel.Identity(name)].seq
			if artist == 0 || slices.Contains(linked, artist) {
				continue
			}
			if err := insert.Add(ctx, f.Track.Seq, role, len(linked), artist); err != nil {
				return err
			}
			linked = append(linked, artist)
			if role != catalogue.RoleComposer && !seen[artist] {
				seen[artist] = true
				counts.artists[artist] += f.added()
			}
		}
	}
	return nil
}

func (b *Batch) linkGenres(ctx context.Context, insert *kernel.Inserter, f *SavedFile, counts *linkCounts) error {
	linked := map[string]bool{}
	for _, name := range f.Audio.Tags.Genres {
		genre, key := b.genres[kernel.GenreName(name)].seq, kernel.GenreKey(name)
		if genre == 0 || linked[key] {
			continue
		}
		if err := insert.Add(ctx, f.Track.Seq, len(linked), genre); err != nil {
			return err
		}
		linked[key] = true
		counts.genres[genre] += f.added()
	}
	return nil
}

// added returns by how much the file increases a count of tracks.
func (f *SavedFile) added() int {
	if f.isNew {
		return 1
	}
	return 0
}

// linkCounts are the numbers of new tracks per artist and genre, so that these
// appear while the scan is still running.
type linkCounts struct{ artists, genres map[int64]int }

func (c *linkCounts) save(ctx context.Context, b *Batch) error {
	for table, counts := range map[string]map[int64]int{"artist": c.artists, "genre": c.genres} {
		for seq, n := range counts {
			public := 0
			if b.Public {
				public = n
			}
			_, err := b.Tx.Exec(ctx, "update "+table+` set stale = true, public_tracks = public_tracks + ?, tracks = tracks + ?,
				all_tracks = all_tracks + ? where seq = ?`, public, n, n, seq)
			if err != nil {
				return fmt.Errorf("count %s: %w", table, err)
			}
		}
	}
	return nil
}

// savePictures stores the descriptions of the covers. The locations of their
// bytes are stored with the tracks.
func (b *Batch) savePictures(ctx context.Context, _ []music.ScannedFile) error {
	insert := b.Tx.Insert("picture", "hash, mime, bytes, width, height")
	insert.Tail = "on conflict (hash) do nothing"
	seen := map[string]bool{}
	for _, f := range b.Files {
		if c := f.Cover; c != nil && !seen[c.Hash] {
			seen[c.Hash] = true
			if err := insert.Add(ctx, c.Hash, c.MIME, c.Bytes, c.Width, c.Height); err != nil {
				return err
			}
		}
	}
	return insert.Flush(ctx)
}
