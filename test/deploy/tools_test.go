package deploy

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// maxExposure is the exposure of the unit that systemd-analyze accepts, in
// tenths: below 5.0 it calls a service "OK".
const maxExposure = "30"

func TestSystemdAcceptsTheUnit(t *testing.T) {
	need(t, "systemd-analyze")
	unit := filepath.Join(t.TempDir(), "sonora.service")
	// The program need not be installed here.
	write(t, unit, strings.Replace(files(t)["systemd/sonora.service"], "/usr/local/bin/sonora", "/bin/true", 1))
	run(t, "systemd-analyze", "verify", unit)
	run(t, "systemd-analyze", "security", "--offline=true", "--threshold="+maxExposure, unit)
}

func TestCaddyAcceptsItsFiles(t *testing.T) {
	need(t, "caddy")
	t.Setenv("DOMAIN", "music.example.org")
	for _, file := range []string{"caddy/Caddyfile", "compose/cluster/Caddyfile"} {
		run(t, "caddy", "validate", "--adapter", "caddyfile", "--config", filepath.Join(folder, file))
	}
}

var (
	listenPattern = regexp.MustCompile(`listen (\d+)`)
	letsEncrypt   = "/etc/letsencrypt/live/music.example.org/"
)

// nginx opens certificates and addresses when it checks its files, so they are
// replaced with others that every account may use.
func TestNginxAcceptsItsFiles(t *testing.T) {
	need(t, "nginx")
	dir := t.TempDir()
	certify(t, dir)
	ours := func(name string) string {
		text := strings.ReplaceAll(files(t)["nginx/"+name], letsEncrypt, dir+"/")
		return listenPattern.ReplaceAllString(text, "listen unix:"+dir+"/$1")
	}
	head := "pid " + dir + "/pid; error_log stderr; events {}\n"
	const module = "/usr/lib/nginx/modules/ngx_stream_module.so"
	if _, err := os.Stat(module); err == nil {
		write(t, filepath.Join(dir, "radio.conf"), "load_module "+module+";\n"+head+ours("radio.conf"))
		run(t, "nginx", "-t", "-c", filepath.Join(dir, "radio.conf"))
	}
	write(t, filepath.Join(dir, "http.conf"), head+"http { access_log off;\n"+ours("sonora.conf")+"}")
	run(t, "nginx", "-t", "-c", filepath.Join(dir, "http.conf"))
}

func TestNATSAcceptsItsFile(t *testing.T) {
	t.Setenv("NATS_PASSWORD", "secret")
	options, err := server.ProcessConfigFile(filepath.Join(folder, "compose/cluster/nats.conf"))
	if err != nil {
		t.Fatal(err)
	}
	if !options.JetStream || options.Cluster.Name == "" || len(options.Routes) != 3 || options.Password != "secret" {
		t.Errorf("JetStream %v, cluster %q of %v, password %q", options.JetStream, options.Cluster.Name, options.Routes, options.Password)
	}
}

func TestHelmAcceptsTheChart(t *testing.T) {
	need(t, "helm")
	run(t, "helm", "lint", "--strict", filepath.Join(folder, chart), "--set", "image.tag=1.0.0")
	run(t, "helm", "template", "a", filepath.Join(folder, chart), "--set", "image.tag=1.0.0")
}

func TestDockerAcceptsTheCompositions(t *testing.T) {
	need(t, "docker")
	if err := exec.CommandContext(t.Context(), "docker", "compose", "version").Run(); err != nil {
		t.Skip("docker has no compose here")
	}
	for _, name := range []string{"single", "cluster"} {
		dir := filepath.Join(folder, "compose", name)
		given := strings.ReplaceAll(files(t)["compose/"+name+"/example.env"], "=\n", "=given\n")
		env := filepath.Join(t.TempDir(), "env")
		write(t, env, given)
		run(t, "docker", "compose", "--env-file", env, "-f", filepath.Join(dir, "compose.yaml"), "config", "--quiet")
	}
}

// need skips a test where a program is not installed.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("NOT CHECKED: %v", err)
	}
}

func run(t *testing.T, program string, args ...string) {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), program, args...).CombinedOutput(); err != nil {
		t.Errorf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// certify writes a certificate and its key under the names that the examples
// use.
func certify(t *testing.T, dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1)}
	certificate, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "fullchain.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})))
	write(t, filepath.Join(dir, "privkey.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
}
