package backup

import (
	"context"
	"mime"
	"net/http"
	"time"

	"sonora/internal/backup"
	"sonora/internal/edge"
)

type backupJSON struct {
	ID          string    `json:"id" doc:"Name of its file."`
	Kind        string    `json:"kind" enum:"manual,hourly,daily,weekly,monthly" doc:"Why it was made: by somebody, or by the schedule."`
	CreatedAt   edge.Time `json:"createdAt" doc:"The moment that it shows."`
	VerifiedAt  edge.Time `json:"verifiedAt" doc:"When it was restored into a scratch database and compared."`
	Size        int64     `json:"size" doc:"Bytes."`
	Checksum    string    `json:"checksum" doc:"SHA-256 of the file, as sha256:HEX."`
	Encrypted   bool      `json:"encrypted" doc:"Whether it needs a key."`
	SecretKey   bool      `json:"secretKey" doc:"Whether it contains the key of secrets; only encrypted ones do."`
	Engine      string    `json:"engine" enum:"sqlite,postgres" doc:"Database that it was made of. It can be restored into either."`
	Program     string    `json:"program" doc:"Version of Sonora that made it."`
	Rows        int64     `json:"rows" doc:"Number of rows of all tables."`
	Pictures    int       `json:"pictures" doc:"Number of pictures in it that exist nowhere else."`
	Uploads     int       `json:"uploads" doc:"Number of uploaded files in its list, which it does not contain."`
	UploadBytes int64     `json:"uploadBytes" doc:"Size of the files in that list."`
}

func encodeBackup(b *backup.Backup) backupJSON {
	return backupJSON{
		ID: b.Name, Kind: string(b.Kind), CreatedAt: edge.Time(b.CreatedAt), VerifiedAt: edge.Time(b.VerifiedAt), Size: b.Size, Checksum: b.Checksum,
		Encrypted: b.IsEncrypted, SecretKey: b.HasKey, Engine: b.Engine, Program: b.Program, Rows: b.Rows, Pictures: b.Kept, Uploads: b.Listed, UploadBytes: b.ListedBytes,
	}
}

func (a *API) backups(ctx context.Context, in *edge.Part) (*edge.PageOf[backupJSON], error) {
	list, err := a.Backups.List(ctx)
	return edge.PartOf(in, list, err, encodeBackup)
}

func (a *API) makeBackup(ctx context.Context, _ *struct{}) (*edge.Body[databaseJSON], error) {
	return a.started(ctx, a.Backups.Start(ctx, edge.Viewer(ctx)))
}

func (a *API) deleteBackup(ctx context.Context, in *edge.ItemPath) (*struct{}, error) {
	return nil, a.Backups.Delete(ctx, edge.Viewer(ctx), in.ID)
}

type restoreInput struct {
	ID   string `path:"id" maxLength:"64" doc:"ID of the backup."`
	Body *struct {
		Key string `json:"key,omitempty" maxLength:"1000" doc:"For an encrypted backup: its passphrase, or the secret key of age. The configured passphrase need not be given."`
	}
}

func (a *API) restoreBackup(ctx context.Context, in *restoreInput) (*edge.Body[databaseJSON], error) {
	key := ""
	if in.Body != nil {
		key = in.Body.Key
	}
	return a.started(ctx, a.Backups.Restore(ctx, edge.Viewer(ctx), in.ID, key))
}

// backupFile sends the file of a backup.
func (a *API) backupFile(w http.ResponseWriter, r *http.Request) error {
	o, b, err := a.Backups.Download(r.Context(), edge.Viewer(r.Context()), r.PathValue("id"))
	if err != nil {
		return err
	}
	defer o.Close()
	h := w.Header()
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": b.Name}))
	h.Set("Cache-Control", "private, no-store")
	edge.SetDeadline(w, time.Time{}) // it may be large
	http.ServeContent(w, r, "", b.CreatedAt, o.ReadSeekCloser)
	return nil
}
