package backup

import (
	_ "embed"

	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	edge.Get(e, "/api/admin/backups", "backups", "List backups, newest first", edge.Admin, a.backups)
	edge.Post(e, "/api/admin/backups", "makeBackup", "Make a backup now", edge.Admin, a.makeBackup, edge.Accepted, edge.Refuses(409))
	edge.Raw(e, "/api/admin/backups/{id}/file", "backupFile", "Download a backup", edge.Admin, a.backupFile, "application/octet-stream")
	edge.Remove(e, "/api/admin/backups/{id}", "deleteBackup", "Delete a backup", edge.Admin, a.deleteBackup)
	edge.Post(e, "/api/admin/backups/{id}/restore", "restoreBackup", "Replace the database by that of a backup", edge.Admin, a.restoreBackup, edge.Accepted, edge.Refuses(409))
	edge.Get(e, "/api/admin/database", "database", "Get facts about the database, and what happens with it", edge.Admin, a.database)
	edge.Get(e, "/api/admin/database/tables", "databaseTables", "List the tables with their numbers of rows", edge.Admin, a.tables)
	edge.Get(e, "/api/admin/database/slow-statements", "slowStatements", "List statements that were slow", edge.Admin, a.slowStatements)
	edge.Post(e, "/api/admin/database/test", "testDatabase", "Test the connection to the database", edge.Admin, a.testDatabase)
	edge.Post(e, "/api/admin/database/check", "checkDatabase", "Look for damage in the database", edge.Admin, a.checkDatabase, edge.Accepted, edge.Refuses(409))
	edge.Post(e, "/api/admin/database/compact", "compactDatabase", "Give unused space of the database back", edge.Admin, a.compactDatabase, edge.Accepted, edge.Refuses(409))
}
