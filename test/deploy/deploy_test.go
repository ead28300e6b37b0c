// Package deploy compares the examples in the folder deploy with the program:
// what they set has to exist, and what belongs together has to match.
package deploy

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"sonora/internal/testkit/binary"
)

const (
	folder = "../../deploy"

	httpPort      = "4700"
	radioPort     = "8000"
	shoutcastPort = "8001" // always the port after radioPort
)

var (
	optionPattern = regexp.MustCompile(`SONORA_[A-Z0-9_]+`)
	flagPattern   = regexp.MustCompile(`--[a-z][a-z0-9-]+`)
	servePattern  = regexp.MustCompile(`sonora serve[^"\n` + "`" + `]*`)
	fromPattern   = regexp.MustCompile(`(?m)^FROM (\S+)`)
	healthPattern = regexp.MustCompile(`/health/\w+`)
	tagPattern    = regexp.MustCompile(`^[a-z0-9./-]+:v?\d[\w.-]*$`)
)

func TestEveryOptionExists(t *testing.T) {
	help, err := exec.CommandContext(t.Context(), binary.Path(t), "serve", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	options, flags := optionPattern.FindAllString(string(help), -1), flagPattern.FindAllString(string(help), -1)
	found := 0
	for name, text := range files(t) {
		for _, option := range optionPattern.FindAllString(text, -1) {
			found++
			if !slices.Contains(options, option) {
				t.Errorf("%s: sonora serve has no option %s", name, option)
			}
		}
		for _, command := range servePattern.FindAllString(text, -1) {
			for _, flag := range flagPattern.FindAllString(command, -1) {
				if flag != "--help" && !slices.Contains(flags, flag) {
					t.Errorf("%s: sonora serve has no option %s", name, flag)
				}
			}
		}
	}
	if found < 30 {
		t.Errorf("found only %d options", found)
	}
}

// openapi.json lists the addresses of probes.
func TestEveryProbeExists(t *testing.T) {
	document, err := os.ReadFile("../../openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files(t) {
		for _, path := range healthPattern.FindAllString(text, -1) {
			if !strings.Contains(string(document), `"`+path+`"`) {
				t.Errorf("%s: there is no %s", name, path)
			}
		}
	}
}

func TestContainerfile(t *testing.T) {
	text := files(t)["Containerfile"]
	for _, from := range fromPattern.FindAllStringSubmatch(text, -1) {
		if !tagPattern.MatchString(from[1]) {
			t.Errorf("%s is not pinned to a version", from[1])
		}
	}
	for _, want := range []string{
		"SONORA_LISTEN=0.0.0.0:" + httpPort, "SONORA_RADIO_LISTEN=0.0.0.0:" + radioPort,
		"EXPOSE " + httpPort + " " + radioPort + " " + shoutcastPort, "http://127.0.0.1:" + httpPort + "/health/live", "\nUSER 10001:10001\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q", want)
		}
	}
}

func TestProxiesReachTheServer(t *testing.T) {
	all := files(t)
	for name, want := range map[string]string{
		"caddy/Caddyfile":           "reverse_proxy 127.0.0.1:" + httpPort,
		"nginx/sonora.conf":         "server 127.0.0.1:" + httpPort,
		"nginx/radio.conf":          "proxy_pass 127.0.0.1:" + radioPort,
		"compose/cluster/Caddyfile": "reverse_proxy sonora-1:" + httpPort + " sonora-2:" + httpPort,
	} {
		if !strings.Contains(all[name], want) {
			t.Errorf("%s has no %q", name, want)
		}
	}
}

// files returns the text of every file, by its name below the folder.
func files(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parse reads YAML.
func parse(t *testing.T, name, text string, into any) {
	t.Helper()
	if err := yaml.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
}
