package deploy

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var variablePattern = regexp.MustCompile(`\$\{(\w+)(:?[?-][^}]*)?\}`)

// composition is what the tests look at in a compose file.
type composition struct {
	Services map[string]service
	Volumes  map[string]any
}

type service struct {
	Image string
	Build struct {
		Context, Dockerfile string
	}
	Environment map[string]string
	Ports       []string
	Volumes     []string
	DependsOn   yaml.Node `yaml:"depends_on"`
	Healthcheck struct{ Test []string }
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
}

func TestCompose(t *testing.T) {
	all := files(t)
	for name, servers := range map[string]int{"single": 1, "cluster": 2} {
		t.Run(name, func(t *testing.T) {
			place := "compose/" + name + "/"
			var c composition
			parse(t, name, all[place+"compose.yaml"], &c)
			found := 0
			for name, s := range c.Services {
				checkService(t, name, s, c, place)
				if s.Image == "sonora:local" {
					found++
					checkServer(t, name, s, place)
				}
			}
			if found != servers {
				t.Errorf("there are %d servers, want %d", found, servers)
			}
			for _, variable := range variablePattern.FindAllStringSubmatch(all[place+"compose.yaml"], -1) {
				if !strings.HasPrefix(variable[2], ":-") && !strings.Contains("\n"+all[place+"example.env"], "\n"+variable[1]+"=") {
					t.Errorf("example.env has no %s", variable[1])
				}
			}
		})
	}
}

// checkService checks what holds for every service.
func checkService(t *testing.T, name string, s service, c composition, place string) {
	t.Helper()
	if s.Build.Context == "" && !tagPattern.MatchString(s.Image) {
		t.Errorf("%s: %s is not pinned to a version", name, s.Image)
	}
	for _, other := range dependencies(t, s.DependsOn) {
		if _, ok := c.Services[other]; !ok {
			t.Errorf("%s depends on %s, which is not there", name, other)
		}
	}
	for _, volume := range s.Volumes {
		source, _, _ := strings.Cut(variablePattern.ReplaceAllString(volume, "/given"), ":")
		_, isVolume := c.Volumes[source]
		switch {
		case isVolume, strings.HasPrefix(source, "/"), source == "./secret.key": // the operator's
		case !strings.HasPrefix(source, "./"):
			t.Errorf("%s: there is no volume %s", name, source)
		default:
			if _, err := os.Stat(filepath.Join(folder, place, source)); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// checkServer checks a service that is a Sonora.
func checkServer(t *testing.T, name string, s service, place string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(folder, place, s.Build.Context, s.Build.Dockerfile)); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	for _, published := range s.Ports {
		inside := published[strings.LastIndex(published, ":")+1:]
		if !slices.Contains([]string{httpPort, radioPort, shoutcastPort}, inside) {
			t.Errorf("%s: nothing listens on port %s", name, inside)
		}
	}
	if probe := strings.Join(s.Healthcheck.Test, " "); !strings.HasSuffix(probe, " http://127.0.0.1:"+httpPort+"/health/live") {
		t.Errorf("%s: the health check is %s", name, probe)
	}
	if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) {
		t.Errorf("%s may write to its image, or has capabilities", name)
	}
	for _, option := range []string{"SONORA_DATABASE", "SONORA_BUS", "SONORA_STORAGE"} {
		if given := s.Environment[option] != ""; given != strings.Contains(place, "cluster") {
			t.Errorf("%s: %s is given: %v", name, option, given)
		}
	}
}

// dependencies returns the names in depends_on, which is a list or a mapping.
func dependencies(t *testing.T, node yaml.Node) (names []string) {
	t.Helper()
	if node.Kind == yaml.MappingNode {
		conditions := map[string]any{}
		if err := node.Decode(&conditions); err != nil {
			t.Fatal(err)
		}
		return slices.Collect(maps.Keys(conditions))
	}
	if node.Kind == yaml.SequenceNode {
		if err := node.Decode(&names); err != nil {
			t.Fatal(err)
		}
	}
	return names
}
