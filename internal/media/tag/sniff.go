package tag

import (
	"bytes"
	"net/http"
	"strings"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/mp4"
	"sonora/internal/music"
)

// maxTags is the maximum number of ID3 tags at the beginning of a file.
const maxTags = 8

// parse reads a file in the format that its content indicates, with the extra
// fields that are wanted.
func parse(s *source, wanted extra) (*file, error) {
	if s.size == 0 {
		return nil, &FileError{Kind: music.EmptyFile, Reason: music.Say("The file is empty.")}
	}
	f := &file{fields: make(fields, 32), extra: wanted}
	start, err := f.leadingTags(s)
	if err != nil {
		return nil, err
	}
	magic, err := s.peek(start, int(min(16, s.size-start)))
	if err != nil {
		return nil, err
	}
	is := func(at int, what string) bool {
		return len(magic) >= at+len(what) && string(magic[at:at+len(what)]) == what
	}
	switch {
	case is(0, "fLaC"):
		f.demuxer, err = "flac", f.flac(s, start)
	case is(0, "OggS"):
		f.demuxer, err = "ogg", f.ogg(s, start)
	case (is(0, "RIFF") || is(0, "RF64")) && is(8, "WAVE"):
		f.demuxer, err = "wav", f.wav(s, start)
	case is(0, "FORM") && (is(8, "AIFF") || is(8, "AIFC")):
		f.demuxer, err = "aiff", f.aiff(s, start)
	case mp4.IsFile(magic):
		f.demuxer, err = "mov", f.mp4(s)
	default:
		err = f.mpeg(s, start)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// leadingTags reads the ID3 tags at the beginning and returns where the audio
// begins.
func (f *file) leadingTags(s *source) (start int64, err error) {
	for range maxTags {
		h, ok, err := tagAt(s, start)
		if err != nil || !ok {
			return start, err
		}
		if start, err = f.id3v2(s, h, start); err != nil {
			return 0, err
		}
	}
	return start, nil
}

// mpeg reads the formats without a file header: MP3 and ADTS.
func (f *file) mpeg(s *source, start int64) error {
	end, err := f.trailingTags(s, start)
	if err != nil {
		return err
	}
	if end <= start {
		return corrupt("The file holds only tags, no audio.")
	}
	b, err := s.peek(start, int(min(16, end-start)))
	if err != nil {
		return err
	}
	if _, ok := adts.Parse(b); ok {
		f.demuxer = "aac"
		if ok, err := f.adts(s, start, end); ok || err != nil {
			return err
		}
	}
	f.demuxer = "mp3"
	if ok, err := f.mp3(s, start, end); ok || err != nil {
		return err
	}
	return whatElse(s, start)
}

// whatElse returns an error that describes a file that is not supported audio.
func whatElse(s *source, start int64) error {
	if zeros, err := onlyZeros(s, start); err != nil {
		return err
	} else if zeros {
		return notAudio("The file holds only zeros.")
	}
	b, err := s.peek(start, int(min(512, s.size-start)))
	if err != nil {
		return err
	}
	for magic, name := range map[string]string{
		"MAC ": "Monkey's Audio", "wvpk": "WavPack", "MPCK": "Musepack", "MP+\x07": "Musepack", "DSD ": "DSD",
		"FRM8": "DSD", "TTA1": "True Audio", "\x30\x26\xb2\x75": "Windows Media", "tBaK": "TAK",
		"MThd": "MIDI", "\x1a\x45\xdf\xa3": "Matroska (WebM)",
	} {
		if bytes.HasPrefix(b, []byte(magic)) {
			return notAudio("The file is %s, a format that cannot be played.", name)
		}
	}
	mime, _, _ := strings.Cut(http.DetectContentType(b), ";")
	kind, sub, _ := strings.Cut(mime, "/")
	switch {
	case mime == "text/plain":
		return notAudio("The file is text, not audio.")
	case mime == "text/html":
		return notAudio("The file is a web page, not audio.")
	case kind == "image":
		return notAudio("The file is a picture (%s), not audio.", strings.ToUpper(sub))
	case mime == "application/octet-stream":
		return notAudio("The file has no audio in a supported format.")
	}
	return notAudio("The file is %s, which is not a supported audio format.", mime)
}

// onlyZeros reports whether the head and a few later places contain only zeros.
func onlyZeros(s *source, start int64) (bool, error) {
	const places = 8
	n := min(keyPiece, s.size-start)
	for i := range int64(places) {
		off := start + (s.size-n-start)*i/(places-1)
		b, err := s.peek(off, int(n))
		if err != nil || !allZero(b) {
			return false, err
		}
	}
	return true, nil
}
