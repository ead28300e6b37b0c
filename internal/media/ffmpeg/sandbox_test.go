package ffmpeg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

var quiet = []string{"-hide_banner", "-loglevel", "error", "-nostdin"}

func quietly(args ...string) []string { return append(slices.Clip(quiet), args...) }

// silence is an endless reader of zeros.
func endless() []string { return quietly("-f", "lavfi", "-i", "anullsrc", "-f", "null", "-") }

func TestSandboxLimits(t *testing.T) {
	f := findFFmpeg(t)
	big := filepath.Join(t.TempDir(), "big")
	for name, c := range map[string]struct {
		Command
		says string
	}{
		"clock":     {Command{Args: endless(), Time: 200 * time.Millisecond}, errTooLong.Error()},
		"CPU":       {Command{Args: endless(), CPU: time.Second}, "signal: killed"},
		"addresses": {Command{Args: quietly("-f", "lavfi", "-i", "color=s=16000x16000", "-frames:v", "1", "-f", "null", "-"), Memory: 512 << 20, Time: 2 * time.Second}, "ffmpeg: "},
		"a file":    {Command{Args: quietly("-f", "lavfi", "-i", "anullsrc", "-f", "s16le", "file:"+big), FileSize: 1 << 20}, "ffmpeg: "},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := f.Start(t.Context(), c.Command)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Wait(); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("ended with %v, want %s", err, c.says)
			}
		})
	}
	if info, err := os.Stat(big); err != nil || info.Size() > 1<<20 {
		t.Errorf("it wrote %d bytes, %v", info.Size(), err)
	}
}

func TestBackgroundWorkHasIdlePriority(t *testing.T) {
	f := findFFmpeg(t)
	p, err := f.Start(t.Context(), Command{Args: endless(), Background: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Discard()
	attr, err := unix.SchedGetAttr(p.pid, 0)
	if err != nil || attr.Policy != unix.SCHED_IDLE {
		t.Errorf("its priority is %+v, %v", attr, err)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil || !strings.Contains(string(status), "NoNewPrivs:\t1") {
		t.Errorf("the process may gain privileges: %s %v", status, err)
	}
	if environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.pid)); err != nil || len(environment) > 0 {
		t.Errorf("environment is %q, %v", environment, err)
	}
}

func TestYieldLowersThePriority(t *testing.T) {
	p, err := findFFmpeg(t).Start(t.Context(), Command{Args: endless()})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Discard()
	if err := p.Yield(7); err != nil {
		t.Fatal(err)
	}
	if attr, err := unix.SchedGetAttr(p.pid, 0); err != nil || attr.Nice != 7 || attr.Policy != unix.SCHED_NORMAL {
		t.Errorf("its priority is %+v, %v", attr, err)
	}
}

func TestSeveralOutputs(t *testing.T) {
	f := findFFmpeg(t)
	args := quietly("-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "1", "-f", "s16le", "pipe:1", "-t", "2", "-f", "s16le", "pipe:3")
	p, err := f.Start(t.Context(), Command{Args: args, Outputs: 2})
	if err != nil {
		t.Fatal(err)
	}
	lengths := make(chan int)
	for _, out := range p.Outputs {
		go func() {
			b, _ := io.ReadAll(out)
			lengths <- len(b)
		}()
	}
	if a, b := <-lengths, <-lengths; min(a, b) != 16_000 || max(a, b) != 32_000 {
		t.Errorf("%d and %d bytes", a, b)
	}
	if err := p.Wait(); err != nil {
		t.Error(err)
	}
}

func TestStopEndsProcess(t *testing.T) {
	f := findFFmpeg(t)
	ctx, cancel := context.WithCancel(t.Context())
	p, err := f.Start(ctx, Command{Args: endless()})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := p.Wait(); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}

// listen returns a server that counts connections.
func listen(t *testing.T) (address string, calls func() int) {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n, ended := 0, make(chan struct{})
	go func() {
		defer close(ended)
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			n++
			c.Close()
		}
	}()
	return l.Addr().String(), func() int { l.Close(); <-ended; return n }
}

func TestSandboxHasNoNetwork(t *testing.T) {
	f := findFFmpeg(t)
	if f.Isolation() == NoIsolation {
		t.Skip("this kernel forbids network namespaces; Sonora then relies on the protocol whitelist, see TestNoInputReachesOtherFiles")
	}
	address, calls := listen(t)
	p, err := f.Start(t.Context(), Command{Args: quietly("-protocol_whitelist", "http,tcp", "-f", "mp3", "-i", "http://"+address, "-f", "null", "-")})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err == nil {
		t.Error("the process read from the network")
	}
	if n := calls(); n > 0 {
		t.Errorf("the process connected %d times", n)
	}
}
