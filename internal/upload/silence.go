package upload

import (
	"bytes"
	"compress/flate"
	"errors"
	"io"
	"os"

	"sonora/internal/music"
)

const (
	// leastBits is what lossless coding leaves of one sample of any sound at
	// all; silence takes less than a hundredth of it.
	leastBits = 0.1
	// windows are looked at of a lossy file, all over it.
	windows    = 16
	windowSize = 16 << 10
	// Coded sound cannot be made smaller; coded silence is one frame again and again.
	silentRatio = 20
	// skipped is left out at both ends of a file: headers, tags and pictures.
	skippedShare = 20 // a 20th
)

// isSilent reports whether a file holds nothing but silence.
func isSilent(file string, audio *music.AudioFile) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	switch audio.Format {
	case music.WAV, music.AIFF:
		return zeroFile(f)
	case music.FLAC, music.ALAC:
		return float64(audio.Bitrate)*1000 < leastBits*float64(audio.SampleRate*audio.Channels), nil
	default:
		return repeats(f)
	}
}

// zeroFile reports whether all but the headers of a file of plain samples is
// zero. It reads no further than to the first sound.
func zeroFile(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	// Headers and tags are short beside the sound; a file that is shorter is
	// no silence worth refusing.
	const margin = 64 << 10
	if info.Size() <= 4*margin {
		return false, nil
	}
	r := io.NewSectionReader(f, margin, info.Size()-2*margin)
	buffer := pieces.Get().(*[pieceSize]byte) //nolint:forcetypeassert // the pool holds nothing else
	defer pieces.Put(buffer)
	zeros := make([]byte, pieceSize)
	for {
		n, err := r.Read(buffer[:])
		if !bytes.Equal(buffer[:n], zeros[:n]) {
			return false, nil
		}
		if errors.Is(err, io.EOF) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// repeats reports whether every place of a coded file that is looked at is
// one short thing over and over.
func repeats(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	from := info.Size() / skippedShare
	room := info.Size() - 2*from - windowSize
	if room < windows*windowSize {
		return false, nil // too short to tell, and to matter
	}
	window := make([]byte, windowSize)
	for i := range int64(windows) {
		if _, err := f.ReadAt(window, from+room*i/(windows-1)); err != nil {
			return false, err
		}
		if deflated(window)*silentRatio > windowSize {
			return false, nil
		}
	}
	return true, nil
}

// deflated is how small bytes can be made.
func deflated(b []byte) int {
	var out counter
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return len(b) // the level is a constant
	}
	_, _ = w.Write(b) // a counter takes everything
	_ = w.Close()
	return int(out)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
