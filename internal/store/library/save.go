package library

import (
	"context"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// SaveResult counts the effects of saving a batch of files.
type SaveResult struct{ Added, Updated, Moved, Problems int }

// SaveScanned writes a batch of files below a root in one transaction; batches
// of 500 to 1,000 files are the most efficient. A file at a known path keeps
// its track, and a file with MovedFrom takes that track to the new path; likes
// and plays remain in both cases. A Problem replaces the track at its path,
// which is then missing until the file is readable again. public says whether
// visitors may hear new tracks.
//
// Saving the same files again changes nothing, so an interrupted scan can be
// repeated. The counts of artists and genres are exact after FinishScan.
func (s *Store) SaveScanned(ctx context.Context, rootID int64, batch []music.ScannedFile, at time.Time, public bool) (SaveResult, error) {
	var result SaveResult
	err := s.db.UpdateCatalogue(ctx, "save scanned files", func(tx *kernel.Tx) error {
		b := &Batch{DB: s.db, Tx: tx, Root: rootID, At: kernel.Millis(at), Public: public, Touched: map[int64]bool{}}
		if err := b.Save(ctx, batch); err != nil {
			return err
		}
		result = b.Result
		return nil
	})
	return result, err
}

// Batch is a batch of files being saved.
type Batch struct {
	DB     *kernel.DB
	Tx     *kernel.Tx
	Root   int64
	At     int64
	Public bool

	Files   []*SavedFile
	folders map[string]int64 // by path as given
	fresh   map[int64]bool   // new folders

	artists  map[string]entity // by identity
	releases map[string]entity // albums, by albumKey
	genres   map[string]entity // by name
	Touched  map[int64]bool    // albums to refresh

	Result SaveResult
}

// SavedFile is a readable file of the batch and its track.
type SavedFile struct {
	*music.ScannedFile
	Track HeldTrack
	isNew bool
	album string // key; "" without an album
}

// HeldTrack is a track before the batch.
type HeldTrack struct {
	Seq, folder, album int64
	ID, name           string
}

// Dest implements kernel.Row.
func (t *HeldTrack) Dest() []any { return []any{&t.Seq, &t.ID, &t.folder, &t.name, &t.album} }

// Value implements kernel.Row.
func (t *HeldTrack) Value() HeldTrack { return *t }

const selectHeld = "select seq, id, folder, name, coalesce(album, 0) from track where "

type place struct {
	folder int64
	name   string
}

// Save writes the files and the artists, albums and genres that they name.
func (b *Batch) Save(ctx context.Context, batch []music.ScannedFile) error {
	for _, step := range []func(context.Context, []music.ScannedFile) error{
		b.resolveFolders, b.resolveTracks, b.override, b.saveProblems, b.resolveNames, b.saveTracks, b.keepAnalyses, b.saveLinks, b.savePictures,
	} {
		if err := step(ctx, batch); err != nil {
			return err
		}
	}
	return RefreshAlbums(ctx, b.DB, b.Tx, b.Touched)
}

// resolveFolders finds or creates the folders of the files and their covers.
func (b *Batch) resolveFolders(ctx context.Context, batch []music.ScannedFile) error {
	keys := map[string]string{} // key to path
	for _, f := range batch {
		keys[kernel.Bounded(kernel.PathText(f.Folder))] = f.Folder
		if f.Cover != nil && !f.Cover.Embedded {
			keys[kernel.Bounded(kernel.PathText(f.Cover.Folder))] = f.Cover.Folder
		}
	}
	known, err := kernel.Collect(ctx, b.Tx, &kernel.Pair[string, int64]{},
		"select key, seq from folder where root = ? and key in "+b.DB.Dialect.Texts, b.Root, kernel.Array(slices.Collect(maps.Keys(keys))))
	if err != nil {
		return fmt.Errorf("find folders: %w", err)
	}
	b.folders, b.fresh = map[string]int64{}, map[int64]bool{}
	for _, k := range known {
		b.folders[keys[k.A]] = k.B
		delete(keys, k.A)
	}
	seqs, err := b.DB.Dialect.Allocate(ctx, b.Tx, "folder", len(keys))
	if err != nil {
		return err
	}
	insert := b.Tx.Insert("folder", "seq, root, key, path")
	for i, key := range slices.Sorted(maps.Keys(keys)) {
		b.folders[keys[key]], b.fresh[seqs[i]] = seqs[i], true
		if err := insert.Add(ctx, seqs[i], b.Root, key, kernel.PathText(keys[key])); err != nil {
			return err
		}
	}
	return insert.Flush(ctx)
}

// resolveTracks determines the track of each readable file: the one that moved,
// the one at its path, or a new one.
func (b *Batch) resolveTracks(ctx context.Context, batch []music.ScannedFile) error {
	at, err := b.tracksAt(ctx, batch)
	if err != nil {
		return err
	}
	moved, err := b.movedTracks(ctx, batch)
	if err != nil {
		return err
	}
	var parked, displaced []int64
	taken := map[int64]bool{}
	last := map[place]int{} // the last of several records of a file counts
	for i, f := range batch {
		last[b.place(&f)] = i
	}
	for i := range batch {
		f := &batch[i]
		if f.Audio == nil || last[b.place(f)] != i {
			continue
		}
		file := &SavedFile{ScannedFile: f}
		mover, isMove := moved[f.MovedFrom]
		there, isKnown := at[b.place(f)]
		switch {
		case isMove && !taken[mover.Seq] && mover.Seq != there.Seq:
			file.Track = mover
			parked = append(parked, mover.Seq)
			if isKnown && !taken[there.Seq] {
				displaced = append(displaced, there.Seq)
			}
			b.Result.Moved++
		case isKnown && !taken[there.Seq] && !slices.Contains(parked, there.Seq):
			file.Track = there
			b.Result.Updated++
		default:
			file.isNew = true
			b.Result.Added++
		}
		taken[file.Track.Seq] = !file.isNew
		b.Files = append(b.Files, file)
	}
	return b.park(ctx, parked, slices.DeleteFunc(displaced, func(seq int64) bool { return taken[seq] }))
}

func (b *Batch) place(f *music.ScannedFile) place {
	return place{b.folders[f.Folder], kernel.PathText(f.Name)}
}

// tracksAt returns the tracks at the files' paths.
func (b *Batch) tracksAt(ctx context.Context, batch []music.ScannedFile) (map[place]HeldTrack, error) {
	names := map[int64][]string{}
	for _, f := range batch {
		if folder := b.folders[f.Folder]; !b.fresh[folder] {
			names[folder] = append(names[folder], kernel.PathText(f.Name))
		}
	}
	at := map[place]HeldTrack{}
	for folder, names := range names {
		tracks, err := kernel.Collect(ctx, b.Tx, &HeldTrack{}, selectHeld+"folder = ? and name in "+b.DB.Dialect.Texts, folder, kernel.Array(names))
		if err != nil {
			return nil, fmt.Errorf("find tracks: %w", err)
		}
		for _, t := range tracks {
			at[place{t.folder, t.name}] = t
		}
	}
	return at, nil
}

// movedTracks returns the tracks that files moved from, by ID.
func (b *Batch) movedTracks(ctx context.Context, batch []music.ScannedFile) (map[string]HeldTrack, error) {
	var ids []string
	for _, f := range batch {
		if f.MovedFrom != "" {
			ids = append(ids, f.MovedFrom)
		}
	}
	moved := map[string]HeldTrack{}
	if len(ids) == 0 {
		return moved, nil
	}
	tracks, err := kernel.Collect(ctx, b.Tx, &HeldTrack{}, selectHeld+"id in "+b.DB.Dialect.Texts, kernel.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("find moved tracks: %w", err)
	}
	for _, t := range tracks {
		moved[t.ID] = t
	}
	return moved, nil
}

// park removes moved tracks from their old paths, so that files of a batch can
// swap paths. A track whose path another one takes becomes missing. The
// temporary names contain a slash, so they cannot conflict with files.
func (b *Batch) park(ctx context.Context, moved, displaced []int64) error {
	if len(moved) == 0 {
		return nil
	}
	all := kernel.Array(slices.Concat(moved, displaced))
	if _, err := b.Tx.Exec(ctx, "update track set name = '/' || id where seq in "+b.DB.Dialect.Ints, all); err != nil {
		return fmt.Errorf("park moved tracks: %w", err)
	}
	_, err := setMissing(ctx, b.DB, b.Tx, (&kernel.Query{}).Add("missing_at = 0 and seq in "+b.DB.Dialect.Ints, kernel.Array(displaced)), kernel.Moment(b.At))
	return err
}

// saveProblems stores the problems of broken files and deletes those of
// readable ones.
func (b *Batch) saveProblems(ctx context.Context, batch []music.ScannedFile) error {
	var good []string
	broken := map[place]bool{}
	for _, f := range batch {
		p := path.Join(f.Folder, f.Name)
		if f.Audio != nil {
			good = append(good, p)
			continue
		}
		if f.Problem == nil {
			return fmt.Errorf("%s: neither audio nor a problem", p)
		}
		b.Result.Problems++
		broken[b.place(&f)] = true
		_, err := b.Tx.Exec(ctx, `insert into problem (root, key, path, kind, reason, size, mtime, seen_at)
			values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (root, key) do update set kind = excluded.kind,
				reason = excluded.reason, size = excluded.size, mtime = excluded.mtime, seen_at = excluded.seen_at`,
			b.Root, kernel.Bounded(kernel.PathText(p)), kernel.PathText(p), string(f.Problem.Kind), kernel.Clean(f.Problem.Reason.Encode()), f.Size, f.ModTime, b.At)
		if err != nil {
			return fmt.Errorf("save problem: %w", err)
		}
	}
	for p := range broken {
		where := (&kernel.Query{}).Add("missing_at = 0 and folder = ? and name = ?", p.folder, p.name)
		if _, err := setMissing(ctx, b.DB, b.Tx, where, kernel.Moment(b.At)); err != nil {
			return err
		}
	}
	return forgetProblems(ctx, b.DB, b.Tx, b.Root, good)
}

// fileColumns are the columns of a track that come from its file.
const fileColumns = `title, title_sort, artist, artist_id, artist_key, album_key, album, album_id, album_title, album_artist, position,
	genre, year, disc, number, duration, samples, sample_rate, channels, bit_depth, bitrate, format, size, cover, has_lyrics,
	track_gain, track_peak, album_gain, album_peak, folder, name, mtime, audio_key, cover_folder, cover_name,
	track_total, disc_total, disc_subtitle, compilation, bpm, tempo, isrc, recording_id, missing_at`

var updateTrack = func() string {
	columns := strings.Split(fileColumns, ",")
	return "update track set " + strings.Join(columns, " = ?,") + " = ? where seq = ?"
}()

// saveTracks writes the rows of new and changed tracks.
func (b *Batch) saveTracks(ctx context.Context, _ []music.ScannedFile) error {
	fresh := 0
	for _, f := range b.Files {
		if f.isNew {
			fresh++
		}
	}
	seqs, err := b.DB.Dialect.Allocate(ctx, b.Tx, "track", fresh)
	if err != nil {
		return err
	}
	if err := b.Tx.AddedTracks(ctx, seqs); err != nil {
		return fmt.Errorf("record new tracks: %w", err)
	}
	insert := b.Tx.Insert("track", "seq, id, added_at, is_public, is_ai_generated, "+fileColumns)
	for _, f := range b.Files {
		if f.Track.album != 0 {
			b.Touched[f.Track.album] = true
		}
		if f.isNew {
			f.Track.Seq, f.Track.ID = seqs[0], music.NewID()
			seqs = seqs[1:]
			err = insert.Add(ctx, append([]any{f.Track.Seq, f.Track.ID, b.At, b.Public, f.Audio.Tags.AIGenerated}, b.columns(f)...)...)
		} else {
			err = b.update(ctx, f)
		}
		if err != nil {
			return fmt.Errorf("save %s: %w", path.Join(f.Folder, f.Name), err)
		}
	}
	if err := insert.Flush(ctx); err != nil {
		return fmt.Errorf("save tracks: %w", err)
	}
	return nil
}

// update writes the row of a changed track. What people declared as made by AI
// remains so, whatever its file says.
func (b *Batch) update(ctx context.Context, f *SavedFile) error {
	_, err := b.Tx.Exec(ctx, updateTrack, append(b.columns(f), f.Track.Seq)...)
	if err == nil && f.Audio.Tags.AIGenerated {
		_, err = b.Tx.Exec(ctx, "update track set is_ai_generated = ? where seq = ?", true, f.Track.Seq)
	}
	return err
}

// columns returns the values of fileColumns.
func (b *Batch) columns(f *SavedFile) []any {
	a, tags := f.Audio, &f.Audio.Tags
	title, artist, genre := titleOf(f.ScannedFile), credit(tags), first(tags.Genres)
	var albumSeq any // null without an album
	album := b.releases[f.album]
	if f.album != "" {
		albumSeq = album.seq
		b.Touched[album.seq] = true
	}
	var coverHash, coverName string
	var coverFolder any
	if c := f.Cover; c != nil {
		coverHash = c.Hash
		if !c.Embedded {
			coverFolder, coverName = b.folders[c.Folder], kernel.PathText(c.Name)
		}
	}
	gain := tags.ReplayGain
	return []any{
		title, kernel.SortKey(title), artist, b.artists[kernel.Identity(first(tags.Artists))].id,
		kernel.SortParts(kernel.SortKey(artist), kernel.SortKey(tags.Album), fmt.Sprintf("%03d%05d", max(tags.Disc, 1), tags.Track)),
		kernel.SortParts(kernel.SortKey(tags.Album), fmt.Sprintf("%03d%05d", max(tags.Disc, 1), tags.Track)),
		albumSeq, album.id, kernel.Clean(tags.Album), strings.Join(cleaned(albumArtists(tags)), ", "), max(tags.Disc, 1)*100_000 + tags.Track,
		kernel.GenreName(genre), tags.Year, tags.Disc, tags.Track, a.Duration.Milliseconds(), a.Samples, a.SampleRate,
		a.Channels, a.BitDepth, a.Bitrate, string(a.Format), f.Size, coverHash, a.Lyrics.Text != "",
		number(gain.TrackGain, gain.HasTrack), number(gain.TrackPeak, gain.HasTrack),
		number(gain.AlbumGain, gain.HasAlbum), number(gain.AlbumPeak, gain.HasAlbum),
		b.folders[f.Folder], kernel.PathText(f.Name), f.ModTime, int64(a.AudioKey), coverFolder, coverName,
		tags.TrackTotal, tags.DiscTotal, kernel.Clean(tags.DiscSubtitle), tags.Compilation, finite(tags.BPM), max(finite(tags.BPM), 0), kernel.Clean(tags.ISRC),
		kernel.Clean(tags.MusicBrainzRecordingID), int64(0),
	}
}

// stemSuffix precedes the extension of stem files.
const stemSuffix = ".stem"

// titleOf returns the title, or the file name if the tags have none.
func titleOf(f *music.ScannedFile) string {
	if f.Audio.Tags.Title != "" {
		return kernel.Clean(f.Audio.Tags.Title)
	}
	name := strings.TrimSuffix(f.Name, path.Ext(f.Name))
	if strings.HasSuffix(strings.ToLower(name), stemSuffix) {
		name = name[:len(name)-len(stemSuffix)]
	}
	return strings.Map(visible, kernel.Clean(name))
}

// visible replaces line breaks, which a file name may contain, by spaces.
func visible(r rune) rune {
	if unicode.IsControl(r) {
		return ' '
	}
	return r
}

// credit returns the display form of the artists.
func credit(tags *music.Tags) string {
	if tags.ArtistCredit != "" {
		return kernel.Clean(tags.ArtistCredit)
	}
	return kernel.Clean(strings.Join(tags.Artists, ", "))
}

// albumArtists returns the album artists from the tags, or Various Artists for
// a compilation without any.
func albumArtists(tags *music.Tags) []string {
	if len(tags.AlbumArtists) == 0 && tags.Compilation {
		return []string{variousArtists}
	}
	return tags.AlbumArtists
}

func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}

func cleaned(values []string) []string {
	result := make([]string, len(values))
	for i, v := range values {
		result[i] = kernel.Clean(v)
	}
	return result
}

// number returns null if a value is unknown or not a finite number.
func number(v float64, known bool) any {
	if !known || math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return v
}

func finite(v float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0
	}
	return v
}
