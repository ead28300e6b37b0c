package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// FileForm is a format of audio files that Create writes.
type FileForm struct {
	Extension string // .wav
	Lossy     bool   // decoding it gives peaks that the sound did not have
	encoder   string
	args      []string
}

// FileForms lists the formats that Create writes.
var FileForms = []FileForm{
	{Extension: ".wav", encoder: "pcm_s16le", args: []string{"-f", "wav", "-rf64", "auto"}},
	{Extension: ".flac", encoder: "flac", args: []string{"-sample_fmt", "s16", "-f", "flac"}},
	{Extension: ".mp3", encoder: "libmp3lame", Lossy: true, args: []string{"-b:a", "320k", "-f", "mp3"}},
	{Extension: ".opus", encoder: "libopus", Lossy: true, args: []string{"-b:a", "192k", "-f", "ogg"}},
}

// FileFormOf returns the format that belongs to the extension of a file's name.
func FileFormOf(path string) (form FileForm, ok bool) {
	for _, f := range FileForms {
		if strings.EqualFold(filepath.Ext(path), f.Extension) {
			return f, true
		}
	}
	return FileForm{}, false
}

const (
	fileBatch  = 64 << 10 // bytes written at a time
	maxWritten = 16 << 30 // bytes of a file: a day of WAV
)

// feed passes samples to an ffmpeg that encodes them.
type feed struct {
	process *Process
	input   *os.File
	batch   []byte
}

// File is an audio file that is being written. It belongs to one goroutine.
type File struct {
	feed
	path string
}

// Create starts writing stereo sound to a file. The caller must call Close or
// Discard.
func (f *Runner) Create(ctx context.Context, path string, form FileForm, rate int, idle bool) (*File, error) {
	if form.Lossy && !f.Encodes(form.encoder) {
		return nil, fmt.Errorf("write %s: this ffmpeg lacks the encoder %s", form.Extension, form.encoder)
	}
	fed, err := f.feed(ctx, rate, idle, append(append([]string{"-c:a", form.encoder}, form.args...), "file:"+path))
	if err != nil {
		return nil, err
	}
	return &File{feed: *fed, path: path}, nil
}

// feed starts an ffmpeg that encodes stereo sound as the arguments say.
func (f *Runner) feed(ctx context.Context, rate int, idle bool, output []string) (*feed, error) {
	theirs, ours, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("write sound: %w", err)
	}
	defer theirs.Close()
	Widen(theirs, decodePipe)
	args := []string{
		"-hide_banner", "-loglevel", "error", "-nostdin", "-nostats", "-y", "-protocol_whitelist", "pipe,file",
		"-f", "f32le", "-ar", strconv.Itoa(rate), "-ac", "2", "-i", "pipe:0", "-map", "0:a:0", "-map_metadata", "-1", "-threads", "1",
	}
	process, err := f.Start(ctx, Command{Args: append(args, output...), Stdin: theirs, Time: Endless, CPU: Endless, FileSize: maxWritten, Background: idle})
	if err != nil {
		ours.Close()
		return nil, err
	}
	return &feed{process: process, input: ours, batch: make([]byte, 0, fileBatch)}, nil
}

// Write adds interleaved samples.
func (f *feed) Write(samples []float32) error {
	for _, v := range samples {
		bits := math.Float32bits(v)
		f.batch = append(f.batch, byte(bits), byte(bits>>8), byte(bits>>16), byte(bits>>24))
		if len(f.batch) == cap(f.batch) {
			if err := f.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *feed) flush() error {
	_, err := f.input.Write(f.batch)
	f.batch = f.batch[:0]
	if err != nil {
		return fmt.Errorf("write sound: %w", err)
	}
	return nil
}

// Close writes the rest, and waits until the file is complete. After an error
// there is no file.
func (f *File) Close() error {
	err := errors.Join(f.flush(), f.input.Close())
	if err != nil {
		f.process.Stop()
	}
	if err = errors.Join(err, f.process.Wait()); err != nil {
		return errors.Join(err, os.Remove(f.path))
	}
	return nil
}

// Discard gives the file up and removes it.
func (f *File) Discard() {
	f.input.Close()
	f.process.Discard()
	_ = os.Remove(f.path) // ffmpeg may not have created it yet
}
