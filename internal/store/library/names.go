package library

import (
	"context"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
)

// entity is an artist, album or genre in the database.
type entity struct {
	seq  int64
	id   string // "" for a genre
	name string
	mbid string // MusicBrainz ID of an artist
}

type entityRow struct {
	e   entity
	key string
}

func (r *entityRow) Dest() []any { return []any{&r.key, &r.e.seq, &r.e.id} }

func (r *entityRow) Value() entityRow { return *r }

// resolveNames finds or creates every artist, album and genre of the files.
func (b *Batch) resolveNames(ctx context.Context, _ []music.ScannedFile) error {
	b.artists, b.releases, b.genres = map[string]entity{}, map[string]entity{}, map[string]entity{}
	for _, f := range b.Files {
		b.nameArtists(&f.Audio.Tags)
		for _, g := range f.Audio.Tags.Genres {
			if g = kernel.GenreName(g); g != "" {
				b.genres[g] = entity{name: g}
			}
		}
		if key := albumKey(b.Root, f.ScannedFile); key != "" {
			f.album = key
			if _, ok := b.releases[key]; !ok {
				b.releases[key] = entity{name: kernel.Clean(f.Audio.Tags.Album)}
			}
		}
	}
	if err := b.resolve(ctx, b.artists, "select key, seq, id from artist where key in ", b.newArtists); err != nil {
		return fmt.Errorf("resolve artists: %w", err)
	}
	if err := b.resolve(ctx, b.releases, "select key, seq, id from album where key in ", b.newAlbums); err != nil {
		return fmt.Errorf("resolve albums: %w", err)
	}
	if err := b.resolve(ctx, b.genres, "select name, seq, '' from genre where name in ", b.newGenres); err != nil {
		return fmt.Errorf("resolve genres: %w", err)
	}
	return nil
}

func (b *Batch) nameArtists(tags *music.Tags) {
	for i, list := range [][]string{tags.Artists, albumArtists(tags), tags.Composers} {
		ids := [][]string{tags.MusicBrainzArtistIDs, tags.MusicBrainzAlbumArtistIDs, nil}[i]
		for j, name := range list {
			key := kernel.Identity(name)
			if key == "" {
				continue
			}
			e, ok := b.artists[key]
			if !ok {
				e.name = kernel.Clean(name)
			}
			if e.mbid == "" && len(ids) == len(list) {
				e.mbid = kernel.Clean(ids[j])
			}
			b.artists[key] = e
		}
	}
}

// resolve fills in seq and id of entities by their keys, and creates the
// missing ones.
func (b *Batch) resolve(ctx context.Context, entities map[string]entity, query string, create func(context.Context, []string) error) error {
	keys := make([]string, 0, len(entities))
	for key := range entities {
		keys = append(keys, key)
	}
	known, err := kernel.Collect(ctx, b.Tx, &entityRow{}, query+b.DB.Dialect.Texts, kernel.Array(keys))
	if err != nil {
		return err
	}
	for _, k := range known {
		e := entities[k.key]
		e.seq, e.id = k.e.seq, k.e.id
		entities[k.key] = e
	}
	missing := keys[:0]
	for _, key := range keys {
		if entities[key].seq == 0 {
			missing = append(missing, key)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return create(ctx, missing)
}

func (b *Batch) newArtists(ctx context.Context, keys []string) error {
	seqs, err := b.DB.Dialect.Allocate(ctx, b.Tx, "artist", len(keys))
	if err != nil {
		return err
	}
	insert, words := b.Tx.Insert("artist", "seq, id, key, name, sort_name, musicbrainz_id"), b.words("artist_search")
	for i, key := range keys {
		e := b.artists[key]
		e.seq, e.id = seqs[i], music.NewID()
		b.artists[key] = e
		if err := insert.Add(ctx, e.seq, e.id, key, e.name, kernel.SortKey(e.name), e.mbid); err != nil {
			return err
		}
		if err := words.Add(ctx, e.seq, strings.Join(kernel.SearchWords(e.name), " ")); err != nil {
			return err
		}
	}
	if err := insert.Flush(ctx); err != nil {
		return err
	}
	return words.Flush(ctx)
}

// words prepares inserting into a search table.
func (b *Batch) words(table string) *kernel.Inserter {
	insert := b.Tx.Insert(table, "rowid, words")
	insert.Row = b.DB.Dialect.Words
	return insert
}

// newAlbums creates albums with their titles. RefreshAlbums fills in the other
// columns.
func (b *Batch) newAlbums(ctx context.Context, keys []string) error {
	seqs, err := b.DB.Dialect.Allocate(ctx, b.Tx, "album", len(keys))
	if err != nil {
		return err
	}
	insert, words := b.Tx.Insert("album", "seq, id, key, title, title_sort, added_at"), b.words("album_search")
	for i, key := range keys {
		e := b.releases[key]
		e.seq, e.id = seqs[i], music.NewID()
		b.releases[key] = e
		if err := insert.Add(ctx, e.seq, e.id, key, e.name, kernel.SortKey(e.name), b.At); err != nil {
			return err
		}
		if err := words.Add(ctx, e.seq, strings.Join(kernel.SearchWords(e.name), " ")); err != nil {
			return err
		}
	}
	if err := insert.Flush(ctx); err != nil {
		return err
	}
	return words.Flush(ctx)
}

func (b *Batch) newGenres(ctx context.Context, names []string) error {
	seqs, err := b.DB.Dialect.Allocate(ctx, b.Tx, "genre", len(names))
	if err != nil {
		return err
	}
	insert := b.Tx.Insert("genre", "seq, name, key")
	for i, name := range names {
		b.genres[name] = entity{seq: seqs[i], name: name}
		if err := insert.Add(ctx, seqs[i], name, kernel.GenreKey(name)); err != nil {
			return err
		}
	}
	return insert.Flush(ctx)
}

// folderAlbum is the prefix of the keys of albums without an album artist.
const folderAlbum = "f:"

var discFolder = regexp.MustCompile(`(?i)^(cd|dis[ck]|dvd|vinyl|side)[ _.-]*([0-9]{1,2}|[a-d])\b.*$`)

// albumKey returns the key that the files of one album share: the MusicBrainz
// release, otherwise album artist and title, otherwise (without an album
// artist) title and folder, where the folders of an album's discs count as one.
func albumKey(root int64, f *music.ScannedFile) string {
	tags := &f.Audio.Tags
	title := kernel.Identity(tags.Album)
	switch {
	case title == "":
		return ""
	case tags.MusicBrainzAlbumID != "":
		return catalogue.ReleaseKey(tags.MusicBrainzAlbumID)
	case len(albumArtists(tags)) > 0:
		return kernel.Bounded("a:" + kernel.Identity(strings.Join(albumArtists(tags), "; ")) + "\t" + title)
	}
	folder := f.Folder
	if discFolder.MatchString(path.Base(folder)) {
		folder = path.Dir(folder)
	}
	return kernel.Bounded(folderAlbum + strconv.FormatInt(root, 10) + "/" + kernel.PathText(folder) + "\t" + title)
}
