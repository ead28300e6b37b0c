// Package s3test gives tests a private S3 server (versitygw backed by a folder)
// and a fresh bucket in it.
package s3test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

const (
	// required turns a missing versitygw into a failure instead of a skipped
	// test.
	required = "SONORA_TEST_S3"

	// tool is where scripts/deps.sh puts the server, relative to the module
	// root.
	tool = ".cache/tools/versitygw-1.8.0"

	// Key and Secret sign in. Secret contains characters that an address must
	// escape.
	Key    = "sonora"
	Secret = "pass/with+odd%characters"

	escapedSecret = "pass%2Fwith%2Bodd%25characters"
)

// Main runs the tests of a package that uses New and stops the server if it was
// started. Call it from TestMain: os.Exit(s3test.Main(m)).
func Main(m *testing.M) int {
	code := m.Run()
	Stop()
	return code
}

// Stop stops the server, for a TestMain with more to do.
func Stop() {
	if server.stop != nil {
		server.stop()
	}
}

// server is the server of this test process. The first test that needs it
// starts it.
var server struct {
	once sync.Once
	host string
	err  error
	stop func()
	n    atomic.Int64
}

var errAbsent = errors.New("no " + tool + " (scripts/deps.sh test builds it)")

// New returns the address of an empty bucket. Without versitygw it skips the
// test, or fails it if SONORA_TEST_S3=required.
func New(t testing.TB) string {
	t.Helper()
	place, err := NewBucket(t.Context())
	if errors.Is(err, errAbsent) && os.Getenv(required) != "required" {
		t.Skipf("NOT TESTED ON S3: %v", err)
	}
	if err != nil {
		t.Fatalf("start versitygw: %v", err)
	}
	return place
}

// Available starts the server and returns why that failed.
func Available() error {
	server.once.Do(func() { server.err = start() })
	return server.err
}

// NewBucket is New without a test.
func NewBucket(ctx context.Context) (string, error) {
	if err := Available(); err != nil {
		return "", err
	}
	bucket := "bucket" + strconv.FormatInt(server.n.Add(1), 10)
	client, err := minio.New(server.host, &minio.Options{Creds: credentials.NewStaticV4(Key, Secret, ""), Region: "us-east-1"})
	if err != nil {
		return "", err
	}
	if err := client.MakeBucket(ctx, bucket, minio.MakeBucketOptions{}); err != nil {
		return "", err
	}
	return Address(server.host, bucket), nil
}

// Address returns the address of a bucket of the server, or of a proxy in front
// of it.
func Address(host, bucket string) string {
	return "s3://" + Key + ":" + escapedSecret + "@" + host + "/" + bucket + "?insecure=true"
}

func start() error {
	bin, err := binary()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "sonora-s3")
	if err != nil {
		return err
	}
	stop := func() { _ = os.RemoveAll(dir) } // leaves at most a temporary folder
	if server.host, err = freePort(); err != nil {
		stop()
		return err
	}
	gateway := exec.CommandContext(context.Background(), bin, "--port", server.host, "--access", Key, "--secret", Secret, "--keep-alive", "--quiet",
		"posix", dir)
	// The server ends with the test process, however that ends.
	gateway.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	var log strings.Builder
	gateway.Stdout, gateway.Stderr = &log, &log
	started, exited := make(chan error), make(chan error, 1)
	go func() {
		// Pdeathsig is bound to the thread that starts the process.
		runtime.LockOSThread()
		err := gateway.Start()
		started <- err
		if err == nil {
			exited <- gateway.Wait()
			close(exited)
		}
	}()
	if err := <-started; err != nil {
		stop()
		return err
	}
	server.stop = func() {
		_ = gateway.Process.Kill() // it may already have ended
		for range exited {         // killed as requested
		}
		stop()
	}
	return answering(exited, &log)
}

// freePort returns an address on which nobody currently listens.
func freePort() (string, error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// answering waits until the server accepts requests.
func answering(exited chan error, log fmt.Stringer) error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	timeout := time.After(30 * time.Second)
	for {
		err := ask()
		if err == nil {
			return nil
		}
		select {
		case gone := <-exited:
			return fmt.Errorf("versitygw ended: %w\n%s", gone, log)
		case <-timeout:
			return fmt.Errorf("versitygw does not answer: %w", err)
		case <-tick.C:
		}
	}
}

// ask sends a request and accepts any response.
func ask() error {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, "http://"+server.host+"/", http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer http.DefaultClient.CloseIdleConnections()
	return answer.Body.Close()
}

// binary returns the path of the tool below the module root.
func binary() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		name := filepath.Join(dir, tool)
		if _, statErr := os.Stat(name); statErr == nil {
			return name, nil
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		break
	}
	return "", errors.Join(errAbsent, err)
}
