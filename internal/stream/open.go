package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"sonora/internal/blob"
	"sonora/internal/intake"
	"sonora/internal/music"
	"sonora/internal/sound"
)

// Catalogue knows the tracks and who may hear them.
type Catalogue interface {
	// TrackFile is NotFound for a track the viewer may not see.
	TrackFile(ctx context.Context, v music.Viewer, id string) (*music.TrackFile, error)
	// TrackSound is NotFound for a track the viewer may not see.
	TrackSound(ctx context.Context, v music.Viewer, id string, withAlbum bool) (*sound.TrackSound, error)
	// TracksGone returns those of the tracks that no longer exist.
	TracksGone(ctx context.Context, ids []string) ([]string, error)
}

// Options are how a listener wants a track.
type Options struct {
	// Convert requests a conversion; the fields up to Start apply only to it.
	Convert   bool
	Format    string        // one of Formats
	Bitrate   int           // one of Bitrates; 0 is UsualBitrate; FLAC has none
	Gain      string        // a GainMode, or "" for NoGain
	Container string        // "fmp4" or ""
	Start     time.Duration // position to start at
	Stem      int           // audio track of a stem file; 0 is the mixdown

	HeadersOnly bool   // the bytes are not needed, so nothing is converted
	Proxy       bool   // bytes from a bucket must be served by this server
	Network     string // network of a listener without an account, for the limit on conversions
	// IsDownload says that a person keeps the whole file, to have it without a network.
	IsDownload bool
	IsOwn      bool // the viewer made the sound, so their plan does not say what they may save

	// Permit says with the code NotFound or Forbidden that a running response
	// must end, although the viewer may still hear the track; nil never does.
	Permit func(context.Context) error

	listener *music.Viewer // who listens, if not the one whose permission opens the track
}

// form validates the requested conversion. deep is for a source with more than
// 16 bits.
func (o *Options) form(deep bool) (Form, error) {
	wrong := music.FieldErrors{}
	f := Form{Format: music.AudioFormat(o.Format), Bitrate: o.Bitrate, Fragmented: o.Container != ""}
	if !slices.Contains(Formats, f.Format) {
		wrong.Add("format", "Choose opus, aac, mp3 or flac.")
	}
	if f.Bitrate == 0 {
		f.Bitrate = UsualBitrate
	}
	if !slices.Contains(Bitrates, f.Bitrate) {
		wrong.Add("bitrate", "Choose 96, 160 or 320.")
	}
	if f.Format == music.FLAC {
		f.Bitrate, f.Deep = 0, deep
	}
	if o.Container != "" && (o.Container != "fmp4" || !CanFragment(f.Format)) {
		wrong.Add("container", "Only AAC and FLAC come in another container, which is fmp4.")
	}
	switch GainMode(o.Gain) {
	case "", NoGain, TrackGain, AlbumGain:
	default:
		wrong.Add("gain", "Choose off, track or album.")
	}
	return f, wrong.Err("format", "bitrate", "container", "gain")
}

// Source is the sound opened for one listener. The caller serves and closes it.
type Source struct {
	// Link is a URL from which the listener can fetch the bytes for the next
	// minutes. With a link there is no Content.
	Link string

	ContentType string
	ETag        string    // quoted; "" while a conversion runs
	ModTime     time.Time // zero while a conversion runs
	Size        int64     // in bytes; 0 while a conversion runs
	// FileName makes browsers save the bytes as a file; "" to play them.
	FileName string
	// Duration is the length of a conversion; 0 for original bytes.
	Duration time.Duration
	// Content is the bytes; nil while a conversion runs, and with HeadersOnly
	// if the conversion does not exist yet.
	Content io.ReadSeeker

	running *running
	guard   *guard // nil for somebody's own upload
	close   func()
}

// NewSource returns a complete sound in a format; Close closes it.
func NewSource(format music.AudioFormat, etag string, size int64, content io.ReadSeekCloser) *Source {
	return &Source{ContentType: ContentType(format, ""), ETag: etag, Size: size, Content: content, close: func() { _ = content.Close() }}
}

// running is a conversion that is heard while it is being made.
type running struct {
	service *Service
	request Request
	length  time.Duration // of the whole track
	sound   *Sound
	guard   *guard
}

// Close releases the bytes.
func (s *Source) Close() {
	if s.close != nil {
		s.close()
	}
}

// linkLife is how long a link into a bucket is valid.
const linkLife = 10 * time.Minute

var errPlaceDown = music.NewError(music.Unavailable, "The storage for this music is not responding. Try again in a minute.")

// OpenTrack opens a track for a listener: the original bytes on this machine, a
// link into the bucket, or a conversion. The error has the code NotFound if the
// viewer may not see the track or its file is not the one that was scanned,
// Invalid for invalid options, and Forbidden if their plan does not include this.
func (s *Service) OpenTrack(ctx context.Context, v music.Viewer, id string, o Options) (*Source, error) {
	if o.Convert {
		return s.openConverted(ctx, v, id, o)
	}
	track, remembered, err := s.locate(ctx, v, id, s.now())
	if err != nil {
		return nil, err
	}
	if err := s.admit(ctx, v, id, track.Format, &o); err != nil {
		return nil, err
	}
	source, err := s.openOriginal(ctx, track, o)
	if errors.Is(err, fs.ErrNotExist) && remembered { // it may have moved
		s.known.forget()
		return s.OpenTrack(ctx, v, id, o)
	}
	if err == nil {
		source.guard = s.watch(ctx, v, id, &o)
	}
	return source, err
}

// locate returns where a track's file is. Players request a file many times,
// one range at a time, so the result is cached for a while. A cached result has
// to be valid until a time.
func (s *Service) locate(ctx context.Context, v music.Viewer, id string, until time.Time) (track *music.TrackFile, remembered bool, err error) {
	key := knownKey{id, v.AccountID, v.IsAdmin()}
	if track, ok := s.known.get(key, until); ok {
		return track, true, nil
	}
	asked := s.now() // the age of a result counts from the query
	if track, err = s.tracks.TrackFile(ctx, v, id); err != nil {
		return nil, false, err
	}
	s.known.put(key, track, asked)
	return track, false, nil
}

// openOriginal opens the original file. The error wraps fs.ErrNotExist if the
// file is not where the track was last seen.
func (s *Service) openOriginal(ctx context.Context, track *music.TrackFile, o Options) (*Source, error) {
	name := filepath.Join(track.Root, filepath.FromSlash(track.Path))
	if blob.IsBucket(track.Root) || track.Root == intake.Root {
		place, err := s.places.Of(track.Root)
		if err != nil {
			return nil, errPlaceDown.Because(err)
		}
		if _, disk := place.(*blob.Disk); !disk {
			return s.openBucket(ctx, place, track, o)
		}
		name = place.LocalPath(track.Path)
	}
	return openFile(name, track)
}

// openFile opens a file on this machine. It follows symbolic links to other
// disks, as the scan does. It does not block if the file has become a pipe.
func openFile(name string, track *music.TrackFile) (*Source, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if isGone(err) {
		return nil, errFileGone.Because(fmt.Errorf("%w: %w", fs.ErrNotExist, err))
	} else if err != nil {
		return nil, fmt.Errorf("open the track: %w", err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("stat track: %w", errors.Join(err, file.Close()))
	}
	// A file of another size is not the one that was scanned, and only regular
	// files are music. The next scan reads it.
	if !info.Mode().IsRegular() || info.Size() != track.Size {
		return nil, errFileGone.Because(file.Close())
	}
	return &Source{
		ContentType: ContentType(track.Format, track.Path), Size: info.Size(), ModTime: info.ModTime(), Content: file,
		ETag:  `"` + strconv.FormatInt(info.ModTime().UnixNano(), 36) + "-" + strconv.FormatInt(info.Size(), 36) + `"`,
		close: func() { _ = file.Close() }, // opened for reading only
	}, nil
}

func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENXIO)
}

// openBucket returns a link into the bucket. This server serves the bytes
// instead if the operator or the listener wants that (some programs cannot read
// other servers' responses), and for HEAD, which a link signed for GET does not
// answer.
func (s *Service) openBucket(ctx context.Context, place blob.Store, track *music.TrackFile, o Options) (*Source, error) {
	kind := ContentType(track.Format, track.Path)
	if !s.proxy && !o.Proxy && !o.HeadersOnly {
		link, err := place.Link(ctx, track.Path, blob.LinkOptions{Expires: linkLife, ContentType: kind})
		if err != nil {
			return nil, bucketError(err)
		}
		return &Source{Link: link, ContentType: kind}, nil
	}
	info, content, err := openObject(ctx, place, track.Path, o.HeadersOnly)
	if err != nil {
		return nil, bucketError(err)
	}
	if info.Size != track.Size {
		return nil, errFileGone.Because(content.Close()) // not the file that was scanned; the next scan reads it
	}
	return &Source{
		ContentType: kind, ETag: `"` + info.Version + `"`, Size: info.Size, ModTime: info.ModTime, Content: content,
		close: func() { _ = content.Close() }, // opened for reading only
	}, nil
}

// openObject opens an object of a bucket, or only its description.
func openObject(ctx context.Context, place blob.Store, path string, headersOnly bool) (blob.Info, io.ReadSeekCloser, error) {
	if headersOnly {
		info, err := place.Stat(ctx, path)
		return info, unread{io.NewSectionReader(nil, 0, info.Size)}, err
	}
	object, err := place.Open(ctx, path)
	if err != nil {
		return blob.Info{}, nil, err
	}
	return object.Info, object.ReadSeekCloser, nil
}

// unread has a size but no content.
type unread struct{ io.ReadSeeker }

func (unread) Close() error { return nil }

func bucketError(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errFileGone.Because(err)
	}
	if errors.Is(err, blob.ErrUnavailable) {
		return errPlaceDown.Because(err)
	}
	return err
}

// contentTypes are the registered media types of the formats.
var contentTypes = map[music.AudioFormat]string{
	music.MP3: "audio/mpeg", music.FLAC: "audio/flac", music.Vorbis: "audio/ogg", music.Opus: "audio/ogg",
	music.AAC: "audio/mp4", music.ALAC: "audio/mp4", music.WAV: "audio/wav", music.AIFF: "audio/aiff",
}

// ContentType returns the media type of an audio file by its name.
func ContentType(format music.AudioFormat, name string) string {
	if format == music.AAC && filepath.Ext(name) == ".aac" {
		return "audio/aac" // bare ADTS frames
	}
	return contentTypes[format]
}

// openConverted opens a conversion of a track.
func (s *Service) openConverted(ctx context.Context, v music.Viewer, id string, o Options) (*Source, error) {
	request, track, err := s.request(ctx, v, id, o)
	if err != nil {
		return nil, err
	}
	if err := s.admit(ctx, v, id, track.Format, &o); err != nil {
		return nil, err
	}
	var sound *Sound
	if o.HeadersOnly {
		sound, err = s.Kept(request)
	} else {
		sound, err = s.Open(ctx, request)
	}
	if err != nil {
		return nil, err
	}
	source := &Source{ContentType: request.Form.MIME(), Duration: track.Duration - request.Start, guard: s.watch(ctx, v, id, &o)}
	if sound == nil {
		return source, nil
	}
	source.close = sound.Close
	file, ok := sound.Whole()
	if !ok {
		source.running = &running{s, request, track.Duration, sound, source.guard}
		return source, nil
	}
	source.Content, source.ETag, source.ModTime = file, `"`+request.Name()+`"`, request.File.ModTime
	if source.Size, err = file.Seek(0, io.SeekEnd); err != nil {
		sound.Close()
		return nil, fmt.Errorf("stat converted music: %w", err)
	}
	return source, nil
}

// request returns the conversion request for a viewer's options.
func (s *Service) request(ctx context.Context, v music.Viewer, id string, o Options) (Request, *sound.TrackSound, error) {
	if _, err := o.form(false); err != nil {
		return Request{}, nil, err
	}
	track, err := s.tracks.TrackSound(ctx, v, id, GainMode(o.Gain) == AlbumGain)
	if err != nil {
		return Request{}, nil, err
	}
	form, err := o.form(track.BitDepth > 16)
	if err != nil {
		return Request{}, nil, err
	}
	if o.Start > 0 && o.Start >= track.Duration {
		pastEnd := music.FieldErrors{}
		pastEnd.Add("start", "The track ends before that.")
		return Request{}, nil, pastEnd.Err()
	}
	listener := v.AccountID
	if listener == "" {
		listener = o.Network
	}
	return Request{
		TrackID: id, File: track.TrackFile, Form: form, Gain: Gain(GainMode(o.Gain), track), Start: o.Start, Listener: listener, Stem: o.Stem,
	}, track, nil
}

// AnnounceTrack prepares a conversion that a player will request soon. If the
// machine is busy, the conversion starts when it is requested.
func (s *Service) AnnounceTrack(ctx context.Context, v music.Viewer, id string, o Options) error {
	request, _, err := s.request(ctx, v, id, o)
	if err != nil {
		return err
	}
	err = s.Announce(request)
	if code := music.CodeOf(err); code == music.TooMany || code == music.Unavailable {
		return nil
	}
	return err
}

// TrackPlaylist returns the HLS playlist of a track; address returns the URL of
// each segment.
func (s *Service) TrackPlaylist(ctx context.Context, v music.Viewer, id string, o Options, address func(bitrate, n int) string) (string, error) {
	request, track, err := s.request(ctx, v, id, o.asSegments())
	if err != nil {
		return "", err
	}
	if _, err := s.ffmpeg(); err != nil {
		return "", err
	}
	if err := s.admitDevice(ctx, v, id); err != nil {
		return "", err
	}
	return Playlist(track.Duration, func(n int) string { return address(request.Form.Bitrate, n) }), nil
}

// TrackSegment returns an HLS segment of a track, of the media type
// SegmentMIME.
func (s *Service) TrackSegment(ctx context.Context, v music.Viewer, id string, o Options, n int) ([]byte, error) {
	request, track, err := s.request(ctx, v, id, o.asSegments())
	if err != nil {
		return nil, err
	}
	if err := s.admitDevice(ctx, v, id); err != nil {
		return nil, err
	}
	return s.Segment(ctx, request, n, track.Duration)
}

// asSegments returns the conversion from which segments are cut: the whole
// track as AAC.
func (o *Options) asSegments() Options {
	return Options{Convert: true, Format: string(music.AAC), Bitrate: o.Bitrate, Gain: o.Gain, Network: o.Network}
}
