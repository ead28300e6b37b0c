package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Default limits of an ffmpeg process. Starting it takes 0.3 GB of address
// space and 0.1 s.
const (
	ffmpegTime   = 30 * time.Second
	ffmpegCPU    = 30 * time.Second
	ffmpegMemory = 1 << 30
	ffmpegFile   = 64 << 20
	ffmpegFiles  = 256 // open files: a batch of inputs and outputs, and libraries

	// Endless is the Time and CPU limit of a process that runs as long as the
	// server.
	Endless = 10 * 365 * 24 * time.Hour

	maxErrorOutput = 4 << 10 // bytes of its error output
	idleNice       = 19
)

// Command is one run of ffmpeg. The zero value of a limit is its default.
type Command struct {
	Args []string // without the program name; inputs come from Input
	// Stdin is pipe:0; nil is empty. An *os.File is passed directly.
	Stdin io.Reader
	// Outputs is the number of output pipes: 0 or 1 is pipe:1 only; more are
	// pipe:3, pipe:4 and so on.
	Outputs int

	Time     time.Duration // elapsed time
	CPU      time.Duration // rounded up to seconds
	Memory   int64         // bytes of address space
	FileSize int64         // bytes of the largest file it may write

	Background bool // use only otherwise idle processor time
}

func (c Command) withDefaults() Command {
	c.Outputs = max(c.Outputs, 1)
	if c.Time == 0 {
		c.Time = ffmpegTime
	}
	if c.CPU == 0 {
		c.CPU = ffmpegCPU
	}
	if c.Memory == 0 {
		c.Memory = ffmpegMemory
	}
	if c.FileSize == 0 {
		c.FileSize = ffmpegFile
	}
	return c
}

// Process is a running ffmpeg. The caller must read Outputs to the end or call
// Stop, and must finally call Wait, which closes them.
type Process struct {
	Outputs []*os.File // pipe:1, then pipe:3 and so on
	pid     int
	stop    context.CancelFunc
	ended   chan struct{}
	err     error
	close   sync.Once
}

// Start runs ffmpeg with limits, without a shell, without an environment, and
// without network if the kernel allows it. The process ends with ctx, and with
// the server even if the server is killed.
func (f *Runner) Start(ctx context.Context, c Command) (*Process, error) {
	c = c.withDefaults()
	ctx, cancel := context.WithTimeoutCause(ctx, c.Time, errTooLong)
	p := &Process{stop: cancel, ended: make(chan struct{})}
	var theirs []*os.File
	for range c.Outputs {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(append(p.Outputs, theirs...))
			cancel()
			return nil, fmt.Errorf("ffmpeg: %w", err)
		}
		p.Outputs, theirs = append(p.Outputs, r), append(theirs, w)
	}
	started := make(chan error)
	go p.run(ctx, f.command(ctx, c, theirs), c, started)
	err := <-started
	closeAll(theirs)
	if err != nil {
		closeAll(p.Outputs)
		cancel()
		return nil, fmt.Errorf("ffmpeg: %w", err)
	}
	return p, nil
}

var errTooLong = errors.New("it took too long")

func (f *Runner) command(ctx context.Context, c Command, outputs []*os.File) *exec.Cmd {
	cmd := exec.CommandContext(ctx, f.path, c.Args...)
	cmd.Stdin, cmd.Stdout, cmd.ExtraFiles = c.Stdin, outputs[0], outputs[1:]
	cmd.Stderr = &firstBytes{limit: maxErrorOutput}
	cmd.Env = []string{} // without the server's environment
	// Use a process group, so that child processes end with it.
	cmd.SysProcAttr = f.isolation.attributes()
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	return cmd
}

// run starts a command and waits for its end on a dedicated thread, which ends
// afterwards: the thread permanently gives up gaining privileges, and the
// kernel kills the command when the thread that started it ends.
func (p *Process) run(ctx context.Context, cmd *exec.Cmd, c Command, started chan<- error) {
	runtime.LockOSThread()
	defer p.stop()
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		started <- err
		return
	}
	// Setting the limits now is early enough: loading its libraries takes
	// ffmpeg a thousand times as long.
	p.pid = cmd.Process.Pid
	limited := limit(p.pid, c)
	if limited != nil {
		p.stop()
	}
	started <- nil
	err = cmd.Wait()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if err = errors.Join(limited, err); err != nil {
		p.err = fmt.Errorf("ffmpeg: %w: %s", err, cmd.Stderr)
	}
	close(p.ended)
}

// limit applies the limits to a process that was just started.
func limit(pid int, c Command) error {
	seconds := uint64((c.CPU + time.Second - 1) / time.Second)
	for resource, maximum := range map[int]uint64{
		unix.RLIMIT_CPU: seconds, unix.RLIMIT_AS: uint64(c.Memory), unix.RLIMIT_FSIZE: uint64(c.FileSize),
		unix.RLIMIT_NOFILE: ffmpegFiles, unix.RLIMIT_CORE: 0,
	} {
		if err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: maximum, Max: maximum}, nil); err != nil && !errors.Is(err, unix.ESRCH) {
			return fmt.Errorf("limit: %w", err)
		}
	}
	if c.Background {
		return setPriority(pid, unix.SCHED_IDLE, idleNice)
	}
	return nil
}

// setPriority sets the priority for all threads that the process starts from
// now on.
func setPriority(pid int, policy uint32, nice int32) error {
	attr := &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: policy, Nice: nice}
	if err := unix.SchedSetAttr(pid, attr, 0); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("lower the priority: %w", err)
	}
	return nil
}

// Stop kills the process.
func (p *Process) Stop() { p.stop() }

// Yield lowers the priority: 0 is the default, 19 the lowest.
func (p *Process) Yield(nice int32) error { return setPriority(p.pid, unix.SCHED_NORMAL, nice) }

// Discard kills the process and ignores its errors.
func (p *Process) Discard() {
	p.Stop()
	_ = p.Wait()
}

// Wait waits until the process has ended, and returns its error with its error
// output. Unread output is lost.
func (p *Process) Wait() error {
	<-p.ended
	p.close.Do(func() { closeAll(p.Outputs) })
	return p.err
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// firstBytes keeps the first limit bytes written to it.
type firstBytes struct {
	b     []byte
	limit int
}

func (w *firstBytes) Write(p []byte) (int, error) {
	w.b = append(w.b, p[:min(len(p), w.limit-len(w.b))]...)
	return len(p), nil
}

func (w *firstBytes) String() string { return string(w.b) }
