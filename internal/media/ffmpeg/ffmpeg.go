// Package ffmpeg finds ffmpeg on this machine and runs it in a sandbox to
// decode, convert and encode.
package ffmpeg

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"
)

const maxFFmpegOut = 64 << 20

// ErrNotFound means that ffmpeg is not installed.
var ErrNotFound = errors.New("ffmpeg is not installed")

// Runner runs the machine's ffmpeg in a sandbox; see Start. It is safe for
// concurrent use.
type Runner struct {
	path       string
	version    string
	webp       bool
	configured string // the options it was built with
	isolation  Isolation
	slots      *semaphore.Weighted // limits concurrent short tasks, such as covers
}

var (
	versionLine    = regexp.MustCompile(`^ffmpeg version (\S+)`)
	configuredLine = regexp.MustCompile(`(?m)^\s*configuration: (.*)$`)
)

// Find finds the ffmpeg on the PATH and its capabilities, which takes about 50
// ms. It returns ErrNotFound if there is none, and ErrSilent if it does not
// answer within half a minute.
func Find(ctx context.Context) (*Runner, error) { return findWithin(ctx, findTime) }

func findWithin(ctx context.Context, longest time.Duration) (*Runner, error) {
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNotFound
	}
	f := &Runner{path: path, slots: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
	limited, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	out, err := f.isolate(limited)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return nil, ErrSilent
	}
	if err != nil {
		return nil, err
	}
	if m := versionLine.FindSubmatch(out); m != nil {
		f.version = string(m[1])
	}
	if m := configuredLine.FindSubmatch(out); m != nil {
		f.configured = " " + string(m[1]) + " "
	}
	f.webp = bytes.Contains(out, []byte("--enable-libwebp"))
	return f, nil
}

// isolate finds out by trial how far the kernel can isolate ffmpeg from the
// network: root can remove a process's network, and other users often can in a
// user namespace. It returns ffmpeg's version output.
func (f *Runner) isolate(ctx context.Context) (out []byte, err error) {
	for _, f.isolation = range []Isolation{FullIsolation, UserIsolation, NoIsolation} {
		if out, err = f.run(ctx, Command{Args: []string{"-hide_banner", "-version"}}); err == nil || ctx.Err() != nil {
			break
		}
	}
	return out, err
}

// Version returns ffmpeg's version, such as 5.1.9-0+deb12u1.
func (f *Runner) Version() string { return f.version }

// Isolation returns how far ffmpeg is isolated from the network.
func (f *Runner) Isolation() Isolation { return f.isolation }

// HasWebP reports whether ffmpeg can encode WebP.
func (f *Runner) HasWebP() bool { return f.webp }

// Encodes reports whether ffmpeg has the encoder of that name.
func (f *Runner) Encodes(name string) bool {
	return name == "aac" || name == "flac" || strings.Contains(f.configured, " --enable-"+name+" ")
}

// CanStretch reports whether ffmpeg can change the speed of sound without its
// pitch, with beats in their places: its filter rubberband.
func (f *Runner) CanStretch() bool { return strings.Contains(f.configured, " --enable-librubberband ") }

// WebP resizes a JPEG to fit squares of the given sizes in pixels, without
// enlarging it, and encodes each as WebP. One process makes all of them,
// because most of its time is startup.
func (f *Runner) WebP(ctx context.Context, jpeg []byte, sizes []int) ([][]byte, error) {
	if len(sizes) == 0 {
		return nil, nil
	}
	folder, err := os.MkdirTemp("", "sonora-webp-")
	if err != nil {
		return nil, fmt.Errorf("make WebP: %w", err)
	}
	defer os.RemoveAll(folder)
	output := func(i int) string { return filepath.Join(folder, strconv.Itoa(i)+".webp") }

	graph := &strings.Builder{}
	fmt.Fprintf(graph, "[0:v]split=%d", len(sizes))
	for i := range sizes {
		fmt.Fprintf(graph, "[in%d]", i)
	}
	var outputs []string
	for i, size := range sizes {
		fmt.Fprintf(graph, ";[in%d]scale='min(%d,iw)':'min(%[2]d,ih)':force_original_aspect_ratio=decrease[out%[1]d]", i, size)
		outputs = append(outputs, "-map", "[out"+strconv.Itoa(i)+"]", "-frames:v", "1", "-c:v", "libwebp", "-quality", "80", output(i))
	}
	args := []string{"-hide_banner", "-loglevel", "error", "-nostdin", "-protocol_whitelist", "pipe,file", "-f", "mjpeg", "-i", "pipe:0", "-filter_complex", graph.String()}
	if _, err := f.run(ctx, Command{Args: append(args, outputs...), Stdin: bytes.NewReader(jpeg)}); err != nil {
		return nil, fmt.Errorf("make WebP: %w", err)
	}
	forms := make([][]byte, len(sizes))
	for i := range sizes {
		if forms[i], err = os.ReadFile(output(i)); err != nil {
			return nil, fmt.Errorf("make WebP: %w", err)
		}
	}
	return forms, nil
}

// run returns ffmpeg's standard output. It limits the number of concurrent
// processes.
func (f *Runner) run(ctx context.Context, c Command) ([]byte, error) {
	if err := f.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer f.slots.Release(1)
	p, err := f.Start(ctx, c)
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(p.Outputs[0], maxFFmpegOut+1))
	if err != nil || len(out) > maxFFmpegOut {
		p.Stop()
		return nil, errors.Join(errors.New("ffmpeg: too much output"), err, p.Wait())
	}
	return out, p.Wait()
}
