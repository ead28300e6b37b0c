// Package kernel is the SQL foundation that the packages of the store share:
// connections, transactions, prepared statements, the dialects of SQLite and
// PostgreSQL, cursors and pages, folded texts, errors, the rules of who may see
// what, and the schema with its migrations.
package kernel
