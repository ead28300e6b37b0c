package stream

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sonora/internal/media/ffmpeg"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/testkit/fakelib"
)

// bench is a service with files to convert.
type bench struct {
	*Service
	t     *testing.T
	music string
}

func open(t *testing.T, change func(*Config)) *bench {
	t.Helper()
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	b := &bench{t: t, music: t.TempDir()}
	c := Config{Media: t.TempDir(), Log: slog.New(slog.DiscardHandler), Local: b.local}
	if change != nil {
		change(&c)
	}
	b.reopen(c)
	t.Cleanup(func() { b.Close() })
	return b
}

func (b *bench) reopen(c Config) {
	b.t.Helper()
	if b.Service != nil {
		b.Close()
	}
	var err error
	if b.Service, err = New(c); err != nil {
		b.t.Fatal(err)
	}
}

func (b *bench) local(_ context.Context, f *music.TrackFile) (string, func(), error) {
	return filepath.Join(b.music, f.Path), func() {}, nil
}

// song writes a sine of 1 kHz as a WAV file with a peak of 0.5 of full scale.
func (b *bench) song(name string, seconds, rate int) Request {
	b.t.Helper()
	second := make([]byte, 0, rate*4)
	for i := range rate {
		v := uint16(int16(math.Sin(2*math.Pi*1000*float64(i)/float64(rate)) * math.MaxInt16 / 2))
		second = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(second, v), v)
	}
	data := append(fakelib.WAVHeader(rate, 2, seconds*rate), bytes.Repeat(second, seconds)...)
	return b.file(name, data)
}

// file returns a request for a file as MP3.
func (b *bench) file(name string, data []byte) Request {
	b.t.Helper()
	path := filepath.Join(b.music, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		b.t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.t.Fatal(err)
	}
	return Request{
		TrackID: strings.TrimSuffix(name, ".wav"), File: music.TrackFile{Path: name, Size: info.Size(), ModTime: info.ModTime()},
		Form: Form{Format: music.MP3, Bitrate: 160}, Listener: "ana",
	}
}

func (b *bench) open(r Request) *Sound {
	b.t.Helper()
	s, err := b.Open(b.t.Context(), r)
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// read reads all of a sound.
func (b *bench) read(s *Sound) []byte {
	b.t.Helper()
	var out []byte
	buffer := make([]byte, 50_000)
	for {
		n, err := s.ReadAt(b.t.Context(), buffer, int64(len(out)))
		out = append(out, buffer[:n]...)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// whole converts and returns everything.
func (b *bench) whole(r Request) []byte {
	b.t.Helper()
	s := b.open(r)
	defer s.Close()
	return b.read(s)
}

// kept waits until a conversion is kept.
func (b *bench) kept(r Request) *Sound {
	b.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
		if s, ok := b.Service.kept(r); ok {
			return s
		}
	}
	b.t.Fatalf("%s is not kept", r.name())
	return nil
}

// decoded is a converted sound, decoded to samples.
type decoded struct {
	rate    int
	samples []float32 // of the first channel
}

func (b *bench) decode(data []byte) decoded {
	b.t.Helper()
	const rate = 48_000
	cmd := exec.CommandContext(b.t.Context(), "ffmpeg", "-v", "error", "-i", "pipe:0", "-af", "pan=mono|c0=c0", "-f", "f32le", "-ar", strconv.Itoa(rate), "-")
	cmd.Stdin = bytes.NewReader(data)
	out, err := cmd.Output()
	if err != nil {
		b.t.Fatal(err)
	}
	d := decoded{rate: rate}
	for i := 0; i+4 <= len(out); i += 4 {
		d.samples = append(d.samples, math.Float32frombits(binary.LittleEndian.Uint32(out[i:])))
	}
	return d
}

func (d decoded) seconds() float64 { return float64(len(d.samples)) / float64(d.rate) }

// peak and pitch measure the middle, away from codec delays.
func (d decoded) peak() (peak float64) {
	for _, v := range d.samples[len(d.samples)/4 : len(d.samples)*3/4] {
		peak = max(peak, math.Abs(float64(v)))
	}
	return peak
}

func (d decoded) pitch() float64 {
	middle := d.samples[len(d.samples)/4 : len(d.samples)*3/4]
	rises := 0
	for i, v := range middle[1:] {
		if middle[i] < 0 && v >= 0 {
			rises++
		}
	}
	return float64(rises) * float64(d.rate) / float64(len(middle))
}

func TestEveryFormat(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 4, 44_100)
	forms := []Form{
		{Format: music.FLAC},
		{Format: music.FLAC, Deep: true},
		{Format: music.FLAC, Fragmented: true},
		{Format: music.AAC, Bitrate: 160},
		{Format: music.AAC, Bitrate: 320, Fragmented: true},
		{Format: music.MP3, Bitrate: 96},
	}
	for _, bitrate := range Bitrates {
		forms = append(forms, Form{Format: music.Opus, Bitrate: bitrate})
	}
	for _, form := range forms {
		t.Run(form.String(), func(t *testing.T) {
			r.Form = form
			d := b.decode(b.whole(r))
			// Formats without a length field have an additional frame of delay and one of
			// padding.
			slack := 2 * 1152.0 / 44_100
			if form.Format == music.FLAC || form.Format == music.Opus {
				slack = 0.001
			}
			if math.Abs(d.seconds()-4) > slack || math.Abs(d.pitch()-1000) > 2 || math.Abs(d.peak()-0.5) > 0.03 {
				t.Errorf("%.4f s, %.1f Hz, peak %.3f", d.seconds(), d.pitch(), d.peak())
			}
			if parsed, ok := parseForm(form.String()); !ok || parsed != form {
				t.Errorf("%v is read as %v", form, parsed)
			}
		})
	}
}

func TestOddSources(t *testing.T) {
	b := open(t, nil)
	for _, rate := range []int{8_000, 22_050, 96_000} {
		for _, format := range Formats {
			r := b.song(fmt.Sprintf("%d-%s.wav", rate, format), 2, rate)
			r.Form = Form{Format: format, Bitrate: 160}
			if format == music.FLAC {
				r.Form.Bitrate = 0
			}
			if d := b.decode(b.whole(r)); math.Abs(d.seconds()-2) > 0.3 || math.Abs(d.pitch()-1000) > 3 {
				t.Errorf("%d Hz as %s: %.3f s, %.1f Hz", rate, format, d.seconds(), d.pitch())
			}
		}
	}
}

func TestListenersShareOneConversion(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 60, 44_100)
	first, second := b.open(r), b.open(r)
	if first.encode == nil || first.encode != second.encode {
		t.Error("two conversions ran")
	}
	a, c := b.read(first), b.read(second)
	if !bytes.Equal(a, c) {
		t.Errorf("listeners received %d and %d different bytes", len(a), len(c))
	}
	first.Close()
	second.Close()
	s := b.kept(r)
	defer s.Close()
	if file, ok := s.Whole(); !ok || s.Size() != int64(len(a)) {
		t.Errorf("%d of %d bytes are kept: %v", s.Size(), len(a), file)
	}
}

func TestGainNeverClips(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 3, 44_100)
	loud := &sound.Loudness{Integrated: -9, TruePeak: -6.02}
	for name, c := range map[string]struct {
		sound sound.TrackSound
		mode  GainMode
		want  float64
	}{
		"off":            {sound.TrackSound{Loudness: loud}, NoGain, 0},
		"measured":       {sound.TrackSound{Loudness: loud}, TrackGain, -9},
		"tags first":     {sound.TrackSound{Loudness: loud, ReplayGain: music.ReplayGain{HasTrack: true, TrackGain: -3}}, TrackGain, -3},
		"peak":           {sound.TrackSound{Loudness: &sound.Loudness{Integrated: -30, TruePeak: -6.02}}, TrackGain, 5.02},
		"peak of tags":   {sound.TrackSound{ReplayGain: music.ReplayGain{HasTrack: true, TrackGain: 9, TrackPeak: 0.5}}, TrackGain, 5.02},
		"no peak":        {sound.TrackSound{ReplayGain: music.ReplayGain{HasTrack: true, TrackGain: 9}}, TrackGain, 0},
		"album":          {sound.TrackSound{Loudness: loud, AlbumLoudness: &sound.Loudness{Integrated: -12, TruePeak: -3}}, AlbumGain, -6},
		"album of tags":  {sound.TrackSound{ReplayGain: music.ReplayGain{HasAlbum: true, AlbumGain: -4, HasTrack: true, TrackGain: -9}}, AlbumGain, -4},
		"no album":       {sound.TrackSound{Loudness: loud}, AlbumGain, -9},
		"nothing known":  {sound.TrackSound{}, AlbumGain, 0},
		"silence":        {sound.TrackSound{Loudness: &sound.Loudness{Integrated: sound.SilenceLUFS, TruePeak: -90}}, TrackGain, 0},
		"far too quiet":  {sound.TrackSound{Loudness: &sound.Loudness{Integrated: -60, TruePeak: -50}}, TrackGain, maxGain},
		"not a number":   {sound.TrackSound{ReplayGain: music.ReplayGain{HasTrack: true, TrackGain: math.NaN()}}, TrackGain, 0},
		"far too louder": {sound.TrackSound{ReplayGain: music.ReplayGain{HasTrack: true, TrackGain: math.Inf(-1)}}, TrackGain, -maxGain},
	} {
		if got := Gain(c.mode, &c.sound); math.Abs(got-c.want) > 0.011 {
			t.Errorf("%s: %v dB, want %v", name, got, c.want)
		}
	}
	for _, format := range []music.AudioFormat{music.FLAC, music.Opus, music.AAC} {
		r.Form = Form{Format: format, Bitrate: 160}
		if format == music.FLAC {
			r.Form.Bitrate = 0
		}
		r.Gain = Gain(TrackGain, &sound.TrackSound{Loudness: &sound.Loudness{Integrated: -30, TruePeak: -6.02}})
		if peak := b.decode(b.whole(r)).peak(); peak > 1 || math.Abs(20*math.Log10(peak)+1) > 0.3 {
			t.Errorf("%s: the peak is %.3f, want -1 dB", format, peak)
		}
	}
}

func TestJumps(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 20, 44_100)
	r.Start = 15 * time.Second
	s := b.open(r)
	if d := b.decode(b.read(s)); math.Abs(d.seconds()-5) > 2*1152.0/44_100 {
		t.Errorf("from 15 s of 20 on there are %.3f s", d.seconds())
	}
	s.Close()
	if len(b.cache.items) > 0 {
		t.Error("a conversion that starts in the middle was kept")
	}
	r.Start = time.Minute
	if _, err := b.Open(t.Context(), r); music.CodeOf(err) != music.Invalid {
		t.Errorf("past the end: %v", err)
	}
	r.Start = 0
	jump, ok := r.Jump(200_000, 20*time.Second)
	if !ok || jump.Start != 10*time.Second || jump.Expected() != 200_000 {
		t.Errorf("byte 200,000 at 160 kbit/s is at %v, %d bytes are left", jump.Start, jump.Expected())
	}
	if r.IsBeyond(400_000, 20*time.Second) || !r.IsBeyond(1_000_000, 20*time.Second) {
		t.Error("20 s at 160 kbit/s are 400,000 bytes")
	}
	r.Form = Form{Format: music.Opus, Bitrate: 160}
	if _, ok := r.Jump(200_000, 20*time.Second); ok {
		t.Error("Opus is not as long in every second")
	}
}

func TestBadSources(t *testing.T) {
	b := open(t, nil)
	r := b.song("song.wav", 1, 44_100)
	gone := r
	gone.TrackID, gone.File.Path = "gone", "gone.wav"
	changed := r
	changed.TrackID, changed.File.Size = "changed", 5
	for name, c := range map[string]struct {
		r    Request
		want *music.Error
	}{
		"gone":         {gone, errFileGone},
		"changed":      {changed, errFileGone},
		"text":         {b.file("text", []byte("#EXTM3U\nsecret.wav\n")), errBadSource},
		"empty":        {b.file("empty", nil), errBadSource},
		"only headers": {b.file("head", []byte("RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00")), errBadSource},
	} {
		_, err := b.Open(t.Context(), c.r)
		if known, ok := errors.AsType[*music.Error](err); !ok || !known.Detail.Is(c.want.Detail) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if entries, err := os.ReadDir(b.cache.folder); err != nil || countFiles(entries) > 0 {
		t.Errorf("left behind: %v %v", entries, err)
	}
}

// countFiles does not count the folders of spare processes.
func countFiles(entries []os.DirEntry) (n int) {
	for _, e := range entries {
		if !e.IsDir() {
			n++
		}
	}
	return n
}

func TestWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	s, err := New(Config{Media: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Open(t.Context(), Request{TrackID: "a"}); music.CodeOf(err) != music.Conflict || s.Works() || len(s.Forms()) > 0 {
		t.Errorf("%v, %v", err, s.Forms())
	}
}

// TestFFmpegThatHangs stops ffmpeg, and lets it work again.
func TestFFmpegThatHangs(t *testing.T) {
	works, err := exec.LookPath("ffmpeg")
	if err != nil {
		t.Skip("ffmpeg is not installed; make test installs it")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "ffmpeg")
	if err := os.WriteFile(name, []byte("#!/bin/sh\ncase \"$*\" in *-version*) echo 'ffmpeg version 5.1 --enable-libmp3lame'; exit;; esac\nkill -STOP $$\n"), 0o700); err != nil { //nolint:gosec // a program
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	found := ffmpeg.ErrSilent
	b := open(t, func(c *Config) {
		c.maxSilence = 50 * time.Millisecond
		c.FFmpeg = func(ctx context.Context) (*ffmpeg.Runner, error) {
			if found != nil {
				return nil, found
			}
			return ffmpeg.Find(ctx)
		}
	})
	song := b.song("a.wav", 2, 44100)
	for _, found = range []error{ffmpeg.ErrSilent, nil} { // from the beginning, and later
		if _, err := b.Open(t.Context(), song); !errors.Is(err, errSilent) {
			t.Errorf("a conversion: %v", err)
		}
	}
	if err := errors.Join(os.Remove(name), os.Symlink(works, name)); err != nil {
		t.Fatal(err)
	}
	b.maxSilence = time.Minute
	sound := b.open(song)
	defer sound.Close()
	if b.read(sound); sound.Size() == 0 {
		t.Error("nothing was converted")
	}
}
