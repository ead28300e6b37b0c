package deploy

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"text/template"

	"go.yaml.in/yaml/v3"
)

const chart = "helm/sonora/"

// object is what the tests look at in the objects that the chart makes.
type object struct {
	Kind     string
	Metadata struct{ Name string }
	Data     map[string]string
	Spec     struct {
		Replicas    int
		ServiceName string `yaml:"serviceName"`
		Ports       []struct {
			Port       int
			TargetPort string `yaml:"targetPort"`
		}
		Template struct{ Spec pod }
	}
}

type pod struct {
	Automount       bool `yaml:"automountServiceAccountToken"`
	SecurityContext struct {
		RunAsNonRoot bool `yaml:"runAsNonRoot"`
		RunAsUser    int  `yaml:"runAsUser"`
	} `yaml:"securityContext"`
	Containers []struct {
		Image string
		Ports []struct {
			Name          string
			ContainerPort string `yaml:"containerPort"`
		}
		Startup         probe `yaml:"startupProbe"`
		Liveness        probe `yaml:"livenessProbe"`
		Readiness       probe `yaml:"readinessProbe"`
		SecurityContext struct {
			Escalation bool `yaml:"allowPrivilegeEscalation"`
			ReadOnly   bool `yaml:"readOnlyRootFilesystem"`
		} `yaml:"securityContext"`
		Resources    struct{ Requests, Limits map[string]string }
		VolumeMounts []struct{ Name string } `yaml:"volumeMounts"`
	}
	Volumes []struct{ Name string }
}

type probe struct {
	HTTPGet address `yaml:"httpGet"`
}

type address struct{ Path, Port string }

func TestChart(t *testing.T) {
	objects, err := render(t, map[string]string{"image.repository": "registry.example.org/sonora", "image.tag": "1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(maps.Keys(objects))
	want := []string{
		"ConfigMap a-sonora", "Ingress a-sonora", "PersistentVolumeClaim a-sonora-music", "Service a-sonora", "Service a-sonora-radio", "Service a-sonora-servers", "StatefulSet a-sonora",
	}
	if !slices.Equal(got, want) {
		t.Errorf("objects are %q, want %q", got, want)
	}
	options := objects["ConfigMap a-sonora"].Data
	if options["SONORA_LISTEN"] != "0.0.0.0:"+httpPort || options["SONORA_RADIO_LISTEN"] != "0.0.0.0:"+radioPort || options["SONORA_PUBLIC_URL"] != "https://music.example.org" {
		t.Errorf("options are %v", options)
	}
	set := objects["StatefulSet a-sonora"].Spec
	if _, ok := objects["Service "+set.ServiceName]; !ok || set.Replicas != 1 {
		t.Errorf("%d replicas, named by %s", set.Replicas, set.ServiceName)
	}
	checkPod(t, set.Template.Spec)
	for name, o := range objects {
		for _, port := range o.Spec.Ports {
			if !slices.Contains([]string{"http", "radio", "shoutcast"}, port.TargetPort) {
				t.Errorf("%s: there is no port %s", name, port.TargetPort)
			}
		}
	}
}

func checkPod(t *testing.T, p pod) {
	t.Helper()
	c := p.Containers[0]
	if !tagPattern.MatchString(c.Image) {
		t.Errorf("%s is not pinned to a version", c.Image)
	}
	if p.Automount || !p.SecurityContext.RunAsNonRoot || p.SecurityContext.RunAsUser != 10001 || c.SecurityContext.Escalation || !c.SecurityContext.ReadOnly {
		t.Errorf("the pod may do more than it needs: %+v", p)
	}
	if c.Resources.Requests["memory"] == "" || c.Resources.Limits["memory"] == "" {
		t.Error("memory is not limited")
	}
	// A pod restarts only when that helps, and gets requests only when its database answers.
	live, ready := address{"/health/live", "http"}, address{"/health/ready", "http"}
	if c.Startup.HTTPGet != live || c.Liveness.HTTPGet != live || c.Readiness.HTTPGet != ready {
		t.Errorf("the probes are %v, %v and %v", c.Startup, c.Liveness, c.Readiness)
	}
	var ports []string
	for _, port := range c.Ports {
		ports = append(ports, port.Name+" "+port.ContainerPort)
	}
	if want := []string{"http " + httpPort, "radio " + radioPort, "shoutcast " + shoutcastPort}; !slices.Equal(ports, want) {
		t.Errorf("ports are %q, want %q", ports, want)
	}
	for _, mount := range c.VolumeMounts {
		if mount.Name != "data" && !slices.Contains(p.Volumes, struct{ Name string }{mount.Name}) {
			t.Errorf("there is no volume %s", mount.Name)
		}
	}
}

func TestChartForSeveralServers(t *testing.T) {
	values := map[string]string{
		"image.tag": "1.0.0", "replicas": "3", "secrets.SONORA_DATABASE": "postgres://db", "secrets.SONORA_BUS": "nats://bus",
		"secrets.SONORA_STORAGE": "s3://bucket", "secretKey.base64": "c2VjcmV0",
	}
	objects, err := render(t, values)
	if err != nil {
		t.Fatal(err)
	}
	if got := objects["Secret a-sonora-key"].Data["secret.key"]; got != "c2VjcmV0" {
		t.Errorf("secret.key is %q", got)
	}
	if _, ok := objects["Secret a-sonora"]; !ok {
		t.Error("the options with passwords are in no secret")
	}
	for needed := range values {
		if needed == "replicas" {
			continue
		}
		others := maps.Clone(values)
		delete(others, needed)
		if _, err := render(t, others); err == nil {
			t.Errorf("the chart renders without %s", needed)
		}
	}
}

// render returns the objects that the chart makes with some values, by kind and
// name. It knows the functions of Helm that the chart uses.
func render(t *testing.T, changes map[string]string) (map[string]object, error) {
	t.Helper()
	all := files(t)
	var values, about map[string]any
	parse(t, "values.yaml", all[chart+"values.yaml"], &values)
	parse(t, "Chart.yaml", all[chart+"Chart.yaml"], &about)
	for place, value := range changes {
		change(t, values, place, value)
	}
	data := map[string]any{
		"Values": values, "Chart": map[string]any{"Name": about["name"], "Version": about["version"]},
		"Release": map[string]any{"Name": "a", "Namespace": "music", "Service": "Helm"},
	}
	templates := template.New("").Option("missingkey=zero")
	templates.Funcs(functions(templates))
	for name, text := range all {
		if strings.HasPrefix(name, chart+"templates/") {
			template.Must(templates.New(path.Base(name)).Parse(text))
		}
	}
	objects := map[string]object{}
	for _, made := range templates.Templates() {
		if strings.Contains(made.Name(), "sonora.") || path.Ext(made.Name()) == ".tpl" {
			continue // a part of others
		}
		var text bytes.Buffer
		if err := made.Execute(&text, data); err != nil {
			return nil, err
		}
		if path.Ext(made.Name()) != ".yaml" {
			continue
		}
		for document := range strings.SplitSeq(text.String(), "\n---\n") {
			var o object
			parse(t, made.Name(), document, &o)
			if o.Kind != "" {
				objects[o.Kind+" "+o.Metadata.Name] = o
			}
		}
	}
	return objects, nil
}

// change sets a value such as image.tag.
func change(t *testing.T, values map[string]any, place, value string) {
	t.Helper()
	section, name, nested := strings.Cut(place, ".")
	if !nested {
		var v any
		parse(t, place, value, &v)
		values[place] = v
		return
	}
	inner, ok := values[section].(map[string]any)
	if !ok {
		t.Fatalf("values.yaml has no %s", section)
	}
	inner[name] = value
}

func functions(templates *template.Template) template.FuncMap {
	return template.FuncMap{
		"include": func(name string, data any) (string, error) {
			var text strings.Builder
			err := templates.ExecuteTemplate(&text, name, data)
			return text.String(), err
		},
		"toYaml": func(v any) (string, error) {
			text, err := yaml.Marshal(v)
			return strings.TrimSuffix(string(text), "\n"), err
		},
		"nindent": func(by int, text string) string {
			margin := "\n" + strings.Repeat(" ", by)
			return margin + strings.ReplaceAll(text, "\n", margin)
		},
		"default": func(usual, given any) any {
			if truth, _ := template.IsTrue(given); truth {
				return given
			}
			return usual
		},
		"required": func(message string, v any) (any, error) {
			if v == nil || v == "" {
				return nil, errors.New(message)
			}
			return v, nil
		},
		"fail":       func(message string) (string, error) { return "", errors.New(message) },
		"get":        func(m map[string]any, key string) any { return m[key] },
		"hasKey":     func(m map[string]any, key string) bool { _, ok := m[key]; return ok },
		"int":        func(v int) int { return v },
		"list":       func(items ...any) []any { return items },
		"quote":      func(v any) string { return fmt.Sprintf("%q", fmt.Sprint(v)) },
		"sha256sum":  func(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) },
		"trimSuffix": func(suffix, text string) string { return strings.TrimSuffix(text, suffix) },
		"trunc":      func(most int, text string) string { return text[:min(most, len(text))] },
	}
}
