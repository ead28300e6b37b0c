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
	// minBits is the minimum number of bits per sample that lossless coding
	// needs for any sound. Silence needs less than a hundredth of it.
	minBits = 0.1
	// windows is the number of places of a lossy file that are examined, spread
	// over the file.
	windows    = 16
	windowSize = 16 << 10
	// silentRatio is the compression ratio from which coded audio counts as
	// silent. Coded sound is incompressible; coded silence repeats one frame.
	silentRatio = 20
	// skippedShare is the share of a file left out at each end, which holds
	// headers, tags and pictures.
	skippedShare = 20 // one twentieth
)

// isSilent reports whether a file contains only silence.
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
		return float64(audio.Bitrate)*1000 < minBits*float64(audio.SampleRate*audio.Channels), nil
	default:
		return repeats(f)
	}
}

// zeroFile reports whether a file of uncompressed samples is zero except for
// its headers. It stops reading at the first sound.
func zeroFile(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	// Headers and tags are short compared with the sound. A shorter file is not
	// worth rejecting.
	const margin = 64 << 10
	if info.Size() <= 4*margin {
		return false, nil
	}
	r := io.NewSectionReader(f, margin, info.Size()-2*margin)
	buffer := pieces.Get().(*[pieceSize]byte) // the pool has no other type
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

// repeats reports whether every examined place of a coded file repeats
// something short.
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

// deflated returns the compressed size of bytes.
func deflated(b []byte) int {
	var out counter
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		return len(b) // the level is a constant
	}
	_, _ = w.Write(b) // a counter never fails
	_ = w.Close()
	return int(out)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
