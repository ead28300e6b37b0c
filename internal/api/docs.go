package api

import (
	"embed"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed docs
var docsFiles embed.FS

// docsGroup is one section of the page.
type docsGroup struct {
	Tag        string
	Operations []docsOperation
}

type docsOperation struct {
	*huma.Operation
	Needs   string
	Body    string   // the fields of the JSON it takes
	Replies []string // status, meaning and the fields of the JSON it gives
}

// docs shows the OpenAPI document as a page to read.
func (a *API) docs(w http.ResponseWriter, r *http.Request) {
	page, err := template.New("page.html").ParseFS(docsFiles, "docs/page.html")
	if err != nil {
		a.writeProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := page.Execute(w, a.docsGroups()); err != nil {
		a.log.Debug("documentation not written", "error", err)
	}
}

func (a *API) docsStyle(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, docsFiles, "docs/style.css")
}

func (a *API) docsGroups() []docsGroup {
	needs := map[access]string{anyone: "anyone", browser: "anyone who may browse", member: "signed in", person: "signed in, not with an app password", admin: "the operator"}
	byTag := map[string][]docsOperation{}
	document := a.huma.OpenAPI()
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[path]
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if o == nil {
				continue
			}
			d := docsOperation{Operation: o, Needs: needs[a.access[o.OperationID]]}
			if o.RequestBody != nil {
				d.Body = fieldsOf(document, o.RequestBody.Content)
			}
			for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
				reply := o.Responses[status]
				headers := strings.Join(slices.Sorted(maps.Keys(reply.Headers)), ", ")
				if headers != "" {
					headers = " with " + headers
				}
				d.Replies = append(d.Replies, strings.TrimSpace(status+" "+reply.Description+" "+fieldsOf(document, reply.Content))+headers)
			}
			byTag[o.Tags[0]] = append(byTag[o.Tags[0]], d)
		}
	}
	var groups []docsGroup
	for _, tag := range slices.Sorted(maps.Keys(byTag)) {
		groups = append(groups, docsGroup{tag, byTag[tag]})
	}
	return groups
}

// fieldsOf names the fields of a JSON body, {a, b} or [{a, b}], or of a form.
func fieldsOf(document *huma.OpenAPI, content map[string]*huma.MediaType) string {
	if form, ok := content["multipart/form-data"]; ok {
		return "form " + shape(document, form.Schema)
	}
	media, ok := content["application/json"]
	if !ok || media.Schema == nil {
		return ""
	}
	return shape(document, media.Schema)
}

func shape(document *huma.OpenAPI, schema *huma.Schema) string {
	if schema.Ref != "" {
		schema = document.Components.Schemas.SchemaFromRef(schema.Ref)
	}
	switch {
	case schema.Type == huma.TypeArray && schema.Items != nil:
		return "[" + shape(document, schema.Items) + "]"
	case len(schema.Properties) > 0:
		return "{" + strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", ") + "}"
	}
	return schema.Type
}
