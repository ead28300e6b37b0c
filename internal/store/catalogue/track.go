package catalogue

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"path"
	"slices"
	"strconv"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// VisibleTrack returns the seq and duration in ms of a track that the viewer
// may see.
func VisibleTrack(ctx context.Context, db *kernel.DB, v music.Viewer, id string) (kernel.Pair[int64, int64], error) {
	q := (&kernel.Query{}).Add("select t.seq, t.duration from track t where t.id = ? and ", id).CanSee(v)
	t, err := kernel.One(ctx, db.Read, &kernel.Pair[int64, int64]{}, q.Text.String(), q.Args...)
	if err != nil {
		return t, fmt.Errorf("find track: %w", err)
	}
	return t, nil
}

// TrackColumns are the columns of a TrackRow. The query must include WithLiked.
const TrackColumns = `t.seq, t.id, t.title, t.artist, t.artist_id, t.album_title, t.album_id, t.album_artist, t.genre,
	t.year, t.disc, t.number, t.duration, t.samples, t.sample_rate, t.channels, t.bit_depth, t.bitrate, t.format,
	t.size, t.cover, t.has_lyrics, t.is_public, t.is_ai_generated, coalesce(t.owner, ''), t.plays,
	coalesce(liked.at, 0), t.added_at, t.missing_at, t.track_gain, t.track_peak, t.album_gain, t.album_peak,
	t.analysed, t.tempo, t.music_key, t.loudness, t.energy, coalesce(rating.stars, 0)`

// WithLiked joins the viewer's like and rating of each track t. Visitors have
// none.
func WithLiked(v music.Viewer) *kernel.Query {
	q := (&kernel.Query{}).Add(" left join liked on liked.track = t.seq and liked.account = (select seq from account where account.id = ?)", v.AccountID)
	return q.Append(withRating(v))
}

func withRating(v music.Viewer) *kernel.Query {
	return (&kernel.Query{}).Add(" left join rating on rating.track = t.seq and rating.account = (select seq from account where account.id = ?)", v.AccountID)
}

// TrackRow is a row of TrackColumns.
type TrackRow struct {
	t                                          music.Track
	duration, liked, added, missing            int64
	trackGain, trackPeak, albumGain, albumPeak sql.NullFloat64
}

// Dest implements kernel.Row.
func (r *TrackRow) Dest() []any {
	t := &r.t
	return []any{
		&t.Seq, &t.ID, &t.Title, &t.Artist, &t.ArtistID, &t.Album, &t.AlbumID, &t.AlbumArtist, &t.Genre,
		&t.Year, &t.Disc, &t.Number, &r.duration, &t.Samples, &t.SampleRate, &t.Channels, &t.BitDepth, &t.Bitrate, &t.Format,
		&t.Size, &t.Cover, &t.HasLyrics, &t.IsPublic, &t.IsAIGenerated, &t.OwnerID, &t.Plays,
		&r.liked, &r.added, &r.missing, &r.trackGain, &r.trackPeak, &r.albumGain, &r.albumPeak,
		&t.Analysed, &t.Tempo, &t.Key, &t.Loudness, &t.Energy, &t.Rating,
	}
}

// Value implements kernel.Row.
func (r *TrackRow) Value() music.Track {
	t := r.t
	t.Duration, t.AddedAt, t.MissingAt = kernel.Length(r.duration), kernel.Moment(r.added), kernel.Moment(r.missing)
	t.Liked, t.LikedAt = r.liked > 0, kernel.Moment(r.liked)
	t.ReplayGain = music.ReplayGain{
		TrackGain: r.trackGain.Float64, TrackPeak: r.trackPeak.Float64, HasTrack: r.trackGain.Valid,
		AlbumGain: r.albumGain.Float64, AlbumPeak: r.albumPeak.Float64, HasAlbum: r.albumGain.Valid,
	}
	return t
}

// Tracks returns a page of the tracks that the viewer may see and that match
// the filter. Tracks without a file appear only in the list of liked tracks,
// with MissingAt set. It returns Invalid for an unknown sort or cursor.
func (s *Store) Tracks(ctx context.Context, v music.Viewer, f music.TrackFilter, p music.Page) (music.List[music.Track], error) {
	l, err := s.trackListing(v, f)
	if err != nil {
		return music.List[music.Track]{}, err
	}
	var list music.List[music.Track]
	if sequenced(f.Sort) || p.At > 2*kernel.Stride && !l.Personal && p.After == "" {
		list, err = s.sequencePage(ctx, v, f, l, p)
	} else {
		list, err = kernel.Page(ctx, s.db, &TrackRow{}, l, p)
	}
	if err != nil {
		return list, fmt.Errorf("list tracks: %w", err)
	}
	return list, nil
}

// trackListing returns the listing for a filter.
func (s *Store) trackListing(v music.Viewer, f music.TrackFilter) (kernel.Listing, error) {
	o, err := trackOrder(f)
	if err != nil {
		return kernel.Listing{}, err
	}
	l := kernel.Listing{Columns: TrackColumns, From: "track t", Joins: WithLiked(v), Where: &kernel.Query{}, Order: o}
	if f.Liked {
		l.From = "liked join track t on t.seq = liked.track"
		l.Joins = withRating(v)
		l.Personal = true
		l.Where.Add("liked.account = (select seq from account where account.id = ?) and ", v.AccountID).CanSee(v)
	} else {
		l.Where.CanList(v)
	}
	s.tagFilters(l.Where, v, f)
	s.soundFilters(l.Where, f)
	l.Personal = l.Personal || f.RatingMin > 0
	return l, nil
}

// tagFilters adds the conditions on tags, folder and viewer.
func (s *Store) tagFilters(where *kernel.Query, v music.Viewer, f music.TrackFilter) {
	if f.AlbumID != "" {
		where.Add(" and t.album = (select seq from album where album.id = ?)", f.AlbumID)
	}
	if f.ArtistID != "" {
		where.Add(" and t.seq in (select track from track_artist where role < 2 and artist = (select seq from artist where artist.id = ?))", f.ArtistID)
	}
	if f.Genre != "" {
		where.Add(" and t.seq in (select track from track_genre where genre in (select seq from genre where key = ?))", kernel.GenreKey(f.Genre))
	}
	for _, id := range f.WithoutArtistIDs {
		where.Add(" and t.seq not in (select track from track_artist where role < 2 and artist = (select seq from artist where artist.id = ?))", id)
	}
	for _, name := range f.WithoutGenres {
		where.Add(" and t.seq not in (select track from track_genre where genre in (select seq from genre where key = ?))", kernel.GenreKey(name))
	}
	if f.WithoutMixes {
		where.Add(isSong)
	}
	inYears(where, "t.year", f.YearFrom, f.YearTo)
	if f.Folder != nil {
		where.Add(" and t.folder in (").Append(foldersOf(*f.Folder, f.Deep)).Add(")")
	}
	if f.IsAI {
		where.Add(" and t.is_ai_generated")
	}
	if f.RatingMin > 0 {
		where.Add(" and t.seq in (select track from rating where account = (select seq from account where account.id = ?) and stars >= ?)", v.AccountID, f.RatingMin)
	}
}

// isSong leaves out tracks whose sound is published as a mix.
const isSong = " and not exists (select 1 from upload u where u.track_id <> '' and u.track_id = t.id and u.is_mix)"

// inYears restricts a list to a range of years. Items without a year are in no
// range.
func inYears(where *kernel.Query, column string, from, to int) {
	if from > 0 || to > 0 {
		where.Add(" and "+column+" >= ?", max(from, 1))
	}
	if to > 0 {
		where.Add(" and "+column+" <= ?", to)
	}
}

// soundFilters adds the conditions on the sound of tracks.
func (s *Store) soundFilters(where *kernel.Query, f music.TrackFilter) {
	for _, r := range []struct {
		column, known string
		music.Range
	}{
		{"t.tempo", "t.tempo > 0", f.Tempo}, {"t.loudness", "t.loudness > -1000", f.Loudness}, {"t.energy", "t.energy >= 0", f.Energy},
	} {
		if r.Min != nil {
			where.Add(" and "+r.column+" >= ?", *r.Min)
		}
		if r.Max != nil {
			where.Add(" and "+r.column+" <= ?", *r.Max)
		}
		if r.Min != nil || r.Max != nil {
			where.Add(" and " + r.known)
		}
	}
	if len(f.Keys) > 0 {
		keys := make([]int64, len(f.Keys))
		for i, k := range f.Keys {
			keys[i] = int64(k)
		}
		where.Add(" and t.music_key in "+s.db.Dialect.Ints, kernel.Array(keys))
	}
}

func unknownSort() error {
	return music.FieldError(music.Invalid, "sort", music.Say("Unknown sort order."))
}

// TopTracks returns up to limit tracks of an artist, most played first. It
// returns none for an unknown artist.
func (s *Store) TopTracks(ctx context.Context, v music.Viewer, artistID string, limit int) ([]music.Track, error) {
	q := (&kernel.Query{}).Add("select " + TrackColumns + " from track t").Append(WithLiked(v)).Add(" where ").CanList(v)
	q.Add(` and t.seq in (select track from track_artist where role < 2 and artist = (select seq from artist where artist.id = ?))
		order by t.plays desc, t.seq desc limit ? + 0`, artistID, limit)
	tracks, err := kernel.Collect(ctx, s.db.Read, &TrackRow{}, q.Text.String(), q.Args...)
	if err != nil {
		return nil, fmt.Errorf("list top tracks: %w", err)
	}
	return tracks, nil
}

type detailRow struct {
	TrackRow
	d music.TrackDetail
}

func (r *detailRow) Dest() []any {
	d := &r.d
	return append(r.TrackRow.Dest(), &d.TrackTotal, &d.DiscTotal, &d.DiscSubtitle, &d.Compilation,
		&d.BPM, &d.ISRC, &d.MusicBrainzRecordingID, &d.Comment)
}

func (r *detailRow) Value() music.TrackDetail {
	d := r.d
	d.Track = r.TrackRow.Value()
	return d
}

// Track returns a track with all details, even if its file is missing. It
// returns NotFound if the viewer may not see it.
func (s *Store) Track(ctx context.Context, v music.Viewer, id string) (*music.TrackDetail, error) {
	q := (&kernel.Query{}).Add("select "+TrackColumns+`, t.track_total, t.disc_total, t.disc_subtitle, t.compilation, t.bpm, t.isrc,
		t.recording_id, coalesce((select comment from track_text where track = t.seq), '') from track t`).
		Append(WithLiked(v)).Add(" where t.id = ? and ", id).CanSee(v)
	d, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &detailRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("read track: %w", err)
	}
	if err := s.addCredits(ctx, d); err != nil {
		return nil, fmt.Errorf("read credits: %w", err)
	}
	return d, nil
}

// Roles of artists in a track, as stored in the database.
const (
	RoleArtist = iota
	RoleAlbumArtist
	RoleComposer
	genreRole // is not stored: addCredits reads genres along with artists
)

type creditRow struct {
	role, position int
	ref            music.ArtistRef
}

func (r *creditRow) Dest() []any { return []any{&r.role, &r.ref.ID, &r.ref.Name, &r.position} }

func (r *creditRow) Value() creditRow { return *r }

// addCredits adds the artists and the genres of a track.
func (s *Store) addCredits(ctx context.Context, d *music.TrackDetail) error {
	credits, err := kernel.Collect(ctx, s.db.Read, &creditRow{}, `select ta.role, ar.id, ar.name, ta.position
			from track_artist ta join artist ar on ar.seq = ta.artist where ta.track = ?
		union all select `+strconv.Itoa(genreRole)+`, '', g.name, tg.position from track_genre tg join genre g on g.seq = tg.genre where tg.track = ?`, d.Seq, d.Seq)
	slices.SortFunc(credits, func(a, b creditRow) int { return cmp.Compare(a.position, b.position) })
	d.Genres = []string{}
	for _, c := range credits {
		switch c.role {
		case RoleArtist:
			d.Artists = append(d.Artists, c.ref)
		case RoleAlbumArtist:
			d.AlbumArtists = append(d.AlbumArtists, c.ref)
		case RoleComposer:
			d.Composers = append(d.Composers, c.ref)
		case genreRole:
			d.Genres = append(d.Genres, c.ref.Name)
		}
	}
	return err
}

type fileRow struct {
	f            music.TrackFile
	folder, name string
	mtime        int64
}

func (r *fileRow) Dest() []any {
	return []any{&r.f.Root, &r.folder, &r.name, &r.f.Size, &r.mtime, &r.f.Format, &r.f.IsPublic}
}

func (r *fileRow) Value() music.TrackFile {
	f := r.f
	f.Root, f.Path, f.ModTime = kernel.TextPath(f.Root), path.Join(kernel.TextPath(r.folder), kernel.TextPath(r.name)), kernel.Nanos(r.mtime)
	return f
}

// TrackFile locates a track's bytes. It returns NotFound if the viewer may not
// see the track or its file is missing.
func (s *Store) TrackFile(ctx context.Context, v music.Viewer, id string) (*music.TrackFile, error) {
	q := (&kernel.Query{}).Add(`select r.path, f.path, t.name, t.size, t.mtime, t.format, t.is_public
		from track t join folder f on f.seq = t.folder join root r on r.seq = f.root where t.id = ? and `, id).CanList(v)
	f, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &fileRow{}, q.Text.String(), q.Args...))
	if err != nil {
		return nil, fmt.Errorf("find track file: %w", err)
	}
	return f, nil
}

// Lyrics returns a track's lyrics, or the zero value if there are none. It
// returns NotFound if the viewer may not see the track.
func (s *Store) Lyrics(ctx context.Context, v music.Viewer, id string) (music.Lyrics, error) {
	q := (&kernel.Query{}).Add(`select coalesce(x.lyrics_kind, ''), coalesce(x.lyrics, '')
		from track t left join track_text x on x.track = t.seq where t.id = ? and `, id).CanSee(v)
	p, err := kernel.One(ctx, s.db.Read, &kernel.Pair[music.LyricsKind, string]{}, q.Text.String(), q.Args...)
	if err != nil {
		return music.Lyrics{}, fmt.Errorf("read lyrics: %w", err)
	}
	return music.Lyrics{Kind: p.A, Text: p.B}, nil
}
