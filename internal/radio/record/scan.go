package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sonora/internal/music"
	"sonora/internal/radio/frame"
	"sonora/internal/station"
)

// frames calls each for every frame of an MP3 stream, with its byte offset and
// time.
func frames(sound io.Reader, each func(offset int64, at time.Duration, f *frame.Frame) (goOn bool)) error {
	reader := frame.NewReader(sound, frame.MP3.ContentType())
	var offset int64
	var at time.Duration
	for {
		f, err := reader.Next()
		if errors.Is(err, io.EOF) || errors.Is(err, frame.ErrNotAudio) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read recording: %w", err)
		}
		if !each(offset, at, &f) {
			return nil
		}
		offset += int64(len(f.Data))
		at += f.Duration
	}
}

// measure returns the size and length of the whole frames of a file.
func measure(path string) (size int64, length time.Duration, err error) {
	file, err := os.Open(path)
	if err != nil {
		return 0, 0, fmt.Errorf("read recording: %w", err)
	}
	defer file.Close()
	err = frames(file, func(offset int64, at time.Duration, f *frame.Frame) bool {
		size, length = offset+int64(len(f.Data)), at+f.Duration
		return true
	})
	return size, length, err
}

// trimmed returns the part of a recording between two times, cut at the nearest
// frames.
func trimmed(sound io.Reader, from, to, length time.Duration) (station.Trim, error) {
	if from < 0 || to < 0 || from > length || to > length+time.Second || to != 0 && to-from < time.Second || to == 0 && length-from < time.Second {
		return station.Trim{}, errTrim()
	}
	var t station.Trim
	isFirst := true
	err := frames(sound, func(offset int64, at time.Duration, f *frame.Frame) bool {
		if isFirst && at+f.Duration/2 >= from {
			t.From, t.FromByte = at, offset
			isFirst = false
		}
		if to > 0 && at+f.Duration/2 <= to {
			t.To, t.ToByte = at+f.Duration, offset+int64(len(f.Data))
		}
		return to == 0 && isFirst || to > 0 && at < to
	})
	if err == nil && t.To >= length {
		t.To, t.ToByte = 0, 0
	}
	return t, err
}

func errTrim() error {
	f := music.FieldErrors{}
	f.Add("to", "Keep at least a second of the recording.")
	return f.Err()
}
