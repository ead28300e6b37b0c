package api_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/api"
	"sonora/internal/edge/scalar"
)

// The tests of this file check what the document promises of all operations.

// successOf returns the status of a successful response and its JSON, nil for none.
func successOf(document *huma.OpenAPI, o *huma.Operation) (status string, body *huma.Schema) {
	for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
		if reply := o.Responses[status]; strings.HasPrefix(status, "2") {
			if media := reply.Content["application/json"]; media != nil && media.Schema != nil {
				return status, resolved(document, media.Schema)
			}
			return status, nil
		}
	}
	return "", nil
}

func resolved(document *huma.OpenAPI, s *huma.Schema) *huma.Schema {
	if s.Ref != "" {
		return document.Components.Schemas.SchemaFromRef(s.Ref)
	}
	return s
}

// TestListsHavePages checks that every list takes limit, a number between 1 and a
// maximum, and that all but selections lead to their next page. A list is an array, or
// an object of an operation whose summary begins with List.
func TestListsHavePages(t *testing.T) {
	t.Parallel()
	document := api.Document()
	// Selections are made for the request, or continue before a time.
	selections := strings.Fields("instantMix sonicPath similar recentlyPlayed activity searchDirectory stationHistory stationLog stationChat")
	// What they list is part of the program.
	fixed := strings.Fields("endpoints formats aiPlanChoices scrobbling")
	lists := 0
	for name, o := range operations() {
		status, body := successOf(document, o)
		if body != nil && len(body.OneOf) > 0 {
			body = body.OneOf[0] // or the changes of the list
		}
		isList := body != nil && (body.Type == huma.TypeArray || strings.HasPrefix(o.Summary, "List "))
		if o.Method != http.MethodGet || !isList || slices.Contains(fixed, o.OperationID) {
			continue
		}
		lists++
		limit := slices.IndexFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == "limit" && p.In == "query" })
		if limit < 0 {
			t.Errorf("%s (%s) takes no limit", name, o.OperationID)
			continue
		}
		if s := o.Parameters[limit].Schema; s.Type != huma.TypeInteger || s.Minimum == nil || s.Default == nil {
			t.Errorf("%s: limit is %+v", name, s)
		}
		headers := o.Responses[status].Headers
		if pages := headers["Link"] != nil && headers["X-Total-Count"] != nil; pages == slices.Contains(selections, o.OperationID) {
			t.Errorf("%s (%s): pages %v", name, o.OperationID, pages)
		}
	}
	if lists < 50 {
		t.Errorf("%d lists", lists)
	}
}

// TestDeletesAnswerNothing checks that DELETE answers 204, except where the first
// version of the API answers more.
func TestDeletesAnswerNothing(t *testing.T) {
	t.Parallel()
	document := api.Document()
	first := strings.Fields("removePlaylist removeStation removeMix unlike")
	for name, o := range operations() {
		if o.Method != http.MethodDelete {
			continue
		}
		status, body := successOf(document, o)
		if empty := status == "204" && body == nil; empty == slices.Contains(first, o.OperationID) {
			t.Errorf("%s (%s) answers %s %v", name, o.OperationID, status, body)
		}
	}
}

// TestAutomixesAreRounded checks that responses have no number of an automix with all
// the decimals of a computation.
func TestAutomixesAreRounded(t *testing.T) {
	t.Parallel()
	seen := 0
	answers := regexp.MustCompile(`^(ListedA|A)utomix(Track|Join)?$|^ChosenJoin$`)
	for name, s := range api.Document().Components.Schemas.Map() {
		if !answers.MatchString(name) {
			continue
		}
		for property, p := range s.Properties {
			for _, p := range append(slices.Collect(maps.Values(p.Properties)), p) {
				if p.Type != huma.TypeNumber {
					continue
				}
				if seen++; p.Extensions[scalar.Decimals] == nil {
					t.Errorf("%s.%s has a number that is not rounded", name, property)
				}
			}
		}
	}
	if seen < 25 {
		t.Errorf("%d numbers", seen)
	}
}

// measure matches the names of tempos, loudness, gains and what else is measured of
// sound.
var measure = regexp.MustCompile(`(?i)bpm$|^(alt|loudness|integrated|range|truePeak|maxShortTerm|maxMomentary)$|^gain$|(track|album)(Gain|Peak)$|^(energy|confidence|keyTrust|tuning|silenceStart|silenceEnd)$`)

// planned matches the numbers of what is on air and of the slots of a queue, with their
// schemas: they are computed, unlike the lengths of files.
var planned = regexp.MustCompile(`\.now\.seconds$|^Slot\.(seconds|length)$`)

// TestMeasuresAreRounded checks that responses have measured and computed numbers with
// the decimals that mean something.
func TestMeasuresAreRounded(t *testing.T) {
	t.Parallel()
	document := api.Document()
	seen := map[string]bool{}
	var check func(name string, s *huma.Schema)
	check = func(name string, s *huma.Schema) {
		if s == nil || name == "Station.options" || name == "OwnSegment" { // what its owner chose
			return
		}
		for property, p := range s.Properties {
			number := p.Type == huma.TypeNumber || p.Type == huma.TypeInteger
			if number && (measure.MatchString(property) || planned.MatchString(name+"."+property)) {
				seen[name+"."+property] = true
				if p.Extensions[scalar.Decimals] == nil {
					t.Errorf("%s.%s is not rounded", name, property)
				}
			}
			check(name+"."+property, p)
		}
		check(name+"[]", s.Items)
		for _, other := range slices.Concat(s.AnyOf, s.OneOf, s.AllOf) {
			check(name, other)
		}
	}
	for name, s := range document.Components.Schemas.Map() {
		if !strings.HasSuffix(name, "Form") && !strings.HasSuffix(name, "InputBody") { // what people send is theirs
			check(name, s)
		}
	}
	if len(seen) < 20 {
		t.Errorf("only %v", slices.Sorted(maps.Keys(seen)))
	}
}
