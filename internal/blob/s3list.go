package blob

import (
	"context"
	"iter"
	"strings"

	"github.com/minio/minio-go/v7"
)

// List requests the objects page by page. It skips names that are not valid
// keys, such as the empty objects that some programs create for folders.
func (s *S3) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		owner := false
		o := minio.ListObjectsOptions{Prefix: s.prefix + prefix, Recursive: true, FetchOwner: &owner}
		for object := range s.client.ListObjectsIter(ctx, s.address.Bucket, o) {
			if object.Err != nil {
				yield(Info{}, s.errorOf(ctx, "list", prefix, object.Err))
				return
			}
			key, ok := strings.CutPrefix(object.Key, s.prefix)
			if !ok || CheckKey(key) != nil {
				continue
			}
			if !yield(s3Info(key, object, object.Size), nil) {
				return
			}
		}
		if ctx.Err() != nil { // the client then ends without an error
			yield(Info{}, ctx.Err())
		}
	}
}
