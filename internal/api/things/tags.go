package things

import (
	"time"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge"
	"sonora/internal/media/picture"
)

// CoverForm is a form with a cover.
var CoverForm = edge.Form(picture.MaxCover+FormEnvelope, map[string]*huma.Schema{
	"file": edge.FileField("A JPEG, PNG or WebP of at most 10 MB."),
}, "file")

// Slow extends the time limit for operations that write to many large files or to
// a bucket.
var Slow = edge.Slow(30 * time.Minute)
