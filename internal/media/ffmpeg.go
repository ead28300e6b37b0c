package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	ffmpegTimeout = 30 * time.Second
	maxFFmpegOut  = 64 << 20
)

// ErrNoFFmpeg says that this machine has none.
var ErrNoFFmpeg = errors.New("ffmpeg is not installed")

// FFmpeg runs the machine's ffmpeg: a few at a time, with arguments and no
// shell, without network, each for a limited time. It is safe for concurrent use.
type FFmpeg struct {
	path    string
	version string
	webp    bool
	slots   *semaphore.Weighted
}

var versionLine = regexp.MustCompile(`^ffmpeg version (\S+)`)

// FindFFmpeg asks the ffmpeg on the PATH what it can do, which takes as long as
// starting it: some 50 ms. Returns ErrNoFFmpeg when there is none.
func FindFFmpeg(ctx context.Context) (*FFmpeg, error) {
	path, err := exec.LookPath("ffmpeg")
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	f := &FFmpeg{path: path, slots: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0)))}
	out, err := f.run(ctx, nil, "-hide_banner", "-version")
	if err != nil {
		return nil, err
	}
	if m := versionLine.FindSubmatch(out); m != nil {
		f.version = string(m[1])
	}
	f.webp = bytes.Contains(out, []byte("--enable-libwebp"))
	return f, nil
}

// Version is what ffmpeg calls itself, such as 5.1.9-0+deb12u1.
func (f *FFmpeg) Version() string { return f.version }

// HasWebP reports whether it writes WebP.
func (f *FFmpeg) HasWebP() bool { return f.webp }

// WebP resizes a JPEG to fit squares of these sizes, never larger than it is,
// as WebP. One process makes them all: most of its time is its start.
func (f *FFmpeg) WebP(ctx context.Context, jpeg []byte, sizes []int) ([][]byte, error) {
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
	if _, err := f.run(ctx, jpeg, append(args, outputs...)...); err != nil {
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

// run returns what ffmpeg writes to its standard output.
func (f *FFmpeg) run(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	if err := f.slots.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer f.slots.Release(1)
	ctx, cancel := context.WithTimeout(ctx, ffmpegTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, f.path, args...)
	cmd.Stdin = bytes.NewReader(input)
	out, complaints := &bounded{limit: maxFFmpegOut}, &bounded{limit: 4 << 10}
	cmd.Stdout, cmd.Stderr = out, complaints
	cmd.Env = []string{} // nothing of the server's
	// A group of its own, so that whatever it starts ends with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("ffmpeg: %w: %s", err, bytes.TrimSpace(complaints.b.Bytes()))
	}
	return out.b.Bytes(), nil
}

// bounded keeps what is written up to its limit; more is an error.
type bounded struct {
	b     bytes.Buffer
	limit int
}

func (w *bounded) Write(p []byte) (int, error) {
	if w.b.Len()+len(p) > w.limit {
		return 0, errors.New("too much output")
	}
	return w.b.Write(p)
}
