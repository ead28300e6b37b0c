package api

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"sonora/internal/music"
)

// contentTypes are the formats' registered media types.
var contentTypes = map[music.AudioFormat]string{
	music.MP3: "audio/mpeg", music.FLAC: "audio/flac", music.Vorbis: "audio/ogg", music.Opus: "audio/ogg",
	music.AAC: "audio/mp4", music.ALAC: "audio/mp4", music.WAV: "audio/wav", music.AIFF: "audio/aiff",
}

var errFileGone = music.NewError(music.NotFound, "The file of this track is not there at the moment.")

// stream serves the original bytes of a track, or converts them to a format
// that is named. Its address on the disk comes from the store, never from the
// request.
func (a *API) stream(w http.ResponseWriter, r *http.Request) error {
	if r.URL.Query().Has("format") {
		return a.convert(w, r)
	}
	if bucket, err := a.bucketOf(r); err != nil {
		return err
	} else if bucket != nil {
		return a.streamBucket(w, r, bucket)
	}
	track, file, err := a.openTrack(r)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("look at the track: %w", err)
	}
	// Not the file that was scanned: cut, written anew, or a link to something
	// that is no music. The next scan looks at it.
	if !info.Mode().IsRegular() || info.Size() != track.Size {
		return errFileGone
	}
	w.Header().Set("ETag", `"`+strconv.FormatInt(info.ModTime().UnixNano(), 36)+"-"+strconv.FormatInt(info.Size(), 36)+`"`)
	a.serveOriginal(w, r, track, info.ModTime(), file)
	return nil
}

// serveOriginal answers with the bytes of a track, or the range asked for. The
// headers hold its ETag already.
func (a *API) serveOriginal(w http.ResponseWriter, r *http.Request, track *music.TrackFile, modTime time.Time, bytes io.ReadSeeker) {
	h := w.Header()
	h.Set("Content-Type", contentType(track))
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Disposition", "inline")
	r.Header.Set("Range", askedRange(r.Header.Get("Range"), track.Size))
	a.setDeadline(w, time.Time{}) // a listener takes as long as the music
	ranged := &rangeWriter{ResponseWriter: w, refused: func() {
		a.writeJSON(w, r, http.StatusRequestedRangeNotSatisfiable, &problem{Detail: "The range is outside the file."})
	}}
	http.ServeContent(ranged, r, "", modTime, bytes)
}

// askedRange is a Range header as net/http understands it by RFC 9110,
// section 14.2: without units that are to be ignored, and without the last 0
// bytes, which cannot be had.
func askedRange(header string, size int64) string {
	specs, ok := strings.CutPrefix(header, "bytes=")
	if !ok {
		return ""
	}
	satisfiable := slices.DeleteFunc(strings.Split(specs, ","), func(spec string) bool {
		suffix, ok := strings.CutPrefix(strings.TrimSpace(spec), "-")
		n, err := strconv.ParseInt(strings.TrimSpace(suffix), 10, 64)
		return ok && err == nil && n == 0
	})
	if len(satisfiable) == 0 {
		return fmt.Sprintf("bytes=%d-", size)
	}
	return "bytes=" + strings.Join(satisfiable, ",")
}

func contentType(track *music.TrackFile) string {
	if track.Format == music.AAC && filepath.Ext(track.Path) == ".aac" {
		return "audio/aac" // bare ADTS frames
	}
	return contentTypes[track.Format]
}

// openTrack opens the file of the track in the request. A track that moved
// since it was last asked for is looked up again.
func (a *API) openTrack(r *http.Request) (*music.TrackFile, *os.File, error) {
	track, remembered, err := a.trackFile(r)
	if err != nil {
		return nil, nil, err
	}
	// A folder of the library may be a link to another disk: the scan follows
	// those, so this does as well. Not blocking, should it be a pipe by now.
	name := filepath.Join(track.Root, filepath.FromSlash(track.Path))
	if track.Root == music.UploadsRoot {
		name = a.uploads.LocalPath(track.Path)
	}
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	switch {
	case err == nil:
		return track, file, nil
	case !isGone(err):
		return nil, nil, fmt.Errorf("open the track: %w", err)
	case remembered:
		a.files.forget()
		return a.openTrack(r)
	}
	return nil, nil, errFileGone.Because(err)
}

func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENXIO)
}

// trackFile remembers where tracks are: a player asks for a file many times,
// a range each.
func (a *API) trackFile(r *http.Request) (track *music.TrackFile, remembered bool, err error) {
	v, id := viewer(r.Context()), r.PathValue("id")
	key := fileKey{id, v.AccountID, v.IsAdmin()}
	if track, ok := a.files.get(key); ok {
		return track, true, nil
	}
	if track, err = a.store.TrackFile(r.Context(), v, id); err != nil {
		return nil, false, err
	}
	a.files.put(key, track)
	return track, false, nil
}

// fileCache holds the answers of store.TrackFile until the library changes.
type fileCache struct {
	mu    sync.Mutex
	files map[fileKey]*music.TrackFile
}

type fileKey struct {
	track, account string
	admin          bool // an app password of an operator is a member's
}

const maxCachedFiles = 1000

func newFileCache() *fileCache { return &fileCache{files: map[fileKey]*music.TrackFile{}} }

func (c *fileCache) get(key fileKey) (*music.TrackFile, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	track, ok := c.files[key]
	return track, ok
}

func (c *fileCache) put(key fileKey, track *music.TrackFile) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.files) >= maxCachedFiles {
		clear(c.files)
	}
	c.files[key] = track
}

// forget drops everything: some track may have moved.
func (c *fileCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.files)
}

// rangeWriter words net/http's plain refusal of a range as every other error.
type rangeWriter struct {
	http.ResponseWriter
	refused func()
	done    bool // the refusal is written; its plain text is not wanted
}

func (w *rangeWriter) WriteHeader(status int) {
	if status == http.StatusRequestedRangeNotSatisfiable {
		w.done = true
		w.refused()
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *rangeWriter) Write(p []byte) (int, error) {
	if w.done {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}

// ReadFrom keeps the way open for sendfile.
func (w *rangeWriter) ReadFrom(src io.Reader) (int64, error) { return io.Copy(w.ResponseWriter, src) }

func (w *rangeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
