// Package tag reads the headers and tags of audio files, with their pictures
// and lyrics, explains why a file cannot be played, and writes tags.
//
// It never decodes audio and reads only parts of a file: the head, the tail and
// what the tags point to. A file's content determines its format; the name does
// not matter.
package tag

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sonora/internal/media/picture"
	"sonora/internal/music"
)

// FileError explains why a file cannot be played.
type FileError struct {
	Kind   music.ProblemKind
	Reason music.Message
	Err    error // the cause, if any
}

func (e *FileError) Error() string { return e.Reason.Because(e.Err) }

func (e *FileError) Unwrap() error { return e.Err }

func notAudio(id string, args ...any) error {
	return &FileError{Kind: music.NotAudio, Reason: music.Say(id, args...)}
}

func corrupt(id string, args ...any) error {
	return &FileError{Kind: music.CorruptFile, Reason: music.Say(id, args...)}
}

func truncated(id string, args ...any) error {
	return &FileError{Kind: music.TruncatedFile, Reason: music.Say(id, args...)}
}

// Read reads the header and tags of an audio file. Its error is always a
// *FileError.
func Read(path string) (*music.AudioFile, error) {
	s, err := openSource(path)
	if err != nil {
		return nil, asFileError(err)
	}
	defer s.Close()
	return readAudio(s)
}

// Probe is Read, but also returns ffmpeg's demuxer for the content. With a
// fixed demuxer, ffmpeg never interprets a file as a playlist that refers to
// other files. Its error is always a *FileError.
func Probe(path string) (audio *music.AudioFile, demuxer string, err error) {
	s, err := openSource(path)
	if err != nil {
		return nil, "", asFileError(err)
	}
	defer s.Close()
	f, err := parse(s, extra{})
	if err != nil {
		return nil, "", asFileError(err)
	}
	return f.describe(), f.demuxer, nil
}

func readAudio(s *source) (*music.AudioFile, error) {
	f, err := parse(s, extra{})
	if err != nil {
		return nil, asFileError(err)
	}
	return f.describe(), nil
}

// describe completes the result of a format's reader.
func (f *file) describe() *music.AudioFile {
	a := &f.audio
	a.Duration = samplesDuration(a.Samples, a.SampleRate)
	if a.Bitrate == 0 && a.Duration > 0 {
		a.Bitrate = int(float64(f.payload)*8/1000/a.Duration.Seconds() + 0.5)
	}
	a.Tags = f.fields.tags()
	a.Lyrics = f.fields.lyrics()
	// An invalid cover is no reason to reject a song.
	if pic, err := f.picture.Describe(); err == nil {
		a.Picture = pic
	}
	return a
}

// file is the result of a format's reader.
type file struct {
	audio   music.AudioFile
	fields  fields
	picture picture.Ref
	payload int64  // bytes of audio, for the average bitrate
	demuxer string // ffmpeg's name of the container
	extra   extra
}

// Supported sample rates, Hz.
const minRate, maxRate = 2_000, 768_000

// finish validates what every format must provide and computes the audio key.
func (f *file) finish(s *source, start, end int64, pcm bool) error {
	a := &f.audio
	switch {
	case a.SampleRate <= 0 || a.Channels <= 0 || a.Channels > 255:
		return corrupt("The header names no sample rate or channels.")
	case a.SampleRate < minRate || a.SampleRate > maxRate:
		return corrupt("The file's header gives an impossible sample rate: %d Hz.", a.SampleRate)
	case end <= start || a.Samples <= 0:
		return corrupt("The file holds no audio, only headers.")
	}
	key, zeros, err := audioKey(s, start, end)
	if err != nil {
		return err
	}
	// Encoded silence is not zeros. A file whose second half is zeros is an
	// incomplete download with reserved space.
	if zeros && !pcm {
		return truncated("Half of the file or more is zeros: it was never written to its end.")
	}
	a.AudioKey, f.payload = key, end-start
	return nil
}

// maxMissing is the share of the audio that may be missing. With more, the file
// counts as truncated.
const maxMissing = 0.10

// checkLength returns a truncated error if too few of the promised samples
// exist.
func (f *file) checkLength(have, promised int64) error {
	if promised <= 0 || float64(have) >= float64(promised)*(1-maxMissing) {
		return nil
	}
	rate := f.audio.SampleRate
	return truncated("The file is cut off: its header promises %s of audio, only %s is there.",
		clock(samplesDuration(promised, rate)), clock(samplesDuration(max(have, 0), rate)))
}

// clock formats a duration as players do: 3:12 or 1:02:03. Durations below ten
// seconds have tenths, such as 0:04.2; languages differ in the decimal sign.
func clock(d time.Duration) music.Message {
	if tenths := d.Round(time.Second/10) / (time.Second / 10); tenths < 100 {
		return music.Say("0:%s.%s", fmt.Sprintf("%02d", tenths/10), strconv.Itoa(int(tenths%10)))
	}
	s := int64(d.Round(time.Second) / time.Second)
	if s >= 3600 {
		return music.Verbatim(fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60))
	}
	return music.Verbatim(fmt.Sprintf("%d:%02d", s/60, s%60))
}

// scale returns n*num/den without overflow, rounded down.
func scale(n, num, den int64) int64 {
	if den <= 0 || n <= 0 || num <= 0 {
		return 0
	}
	v := float64(n) * float64(num) / float64(den)
	if v < 1<<52 && n < (1<<62)/num {
		return n * num / den
	}
	return int64(min(v, 1<<62))
}

func samplesDuration(samples int64, rate int) time.Duration {
	if samples <= 0 || rate <= 0 {
		return 0
	}
	r := int64(rate)
	sec := min(samples/r, int64(1<<33)) // 272 years, which fit in a Duration
	return time.Duration(sec)*time.Second + time.Duration(samples%r)*time.Second/time.Duration(r)
}

// asFileError converts any error to a *FileError.
func asFileError(err error) error {
	if fileErr, ok := errors.AsType[*FileError](err); ok {
		return fileErr
	}
	if errors.Is(err, errBeyond) {
		return &FileError{
			Kind:   music.TruncatedFile,
			Reason: music.Say("The file is cut off: its header names data beyond its end."),
			Err:    err,
		}
	}
	return &FileError{Kind: music.CorruptFile, Reason: music.Say("The file is damaged."), Err: err}
}

// IsAudioName reports whether a file may be music, judging by its suffix.
func IsAudioName(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".mp3", ".flac", ".ogg", ".oga", ".opus", ".m4a", ".m4b", ".mp4", ".aac", ".wav", ".aif", ".aiff", ".aifc":
		return !strings.HasPrefix(name, "._") // resource forks that macOS writes to other file systems
	}
	return false
}
