package bot

import (
	"errors"

	"github.com/gridkeeper/gridkeeper/locale"
)

// RoleError says why a post cannot ping a role.
type RoleError struct{ Problem RoleProblem }

func (e *RoleError) Error() string { return "no post can ping the role: " + string(e.Problem) }

// RoleProblem is the end of the key of a message that says what the problem is and what to do.
type RoleProblem string

// The problems of roles.
const (
	NoRole             RoleProblem = "no-role"         // it was deleted, or is another guild's
	EveryoneRole       RoleProblem = "everyone"        // all members have it, and most of them do not play
	NotMentionableRole RoleProblem = "not-mentionable" // a post shows its name, and notifies nobody
)

// RoleProblems lists all of them.
var RoleProblems = []RoleProblem{NoRole, EveryoneRole, NotMentionableRole}

func rolePart(id string) Part { return Part{Kind: RolePart, ID: id, Text: id} }

// roleText says what is wrong with a role, and what to do.
func (s speech) roleText(id string, problem RoleProblem) Text {
	return s.Say("role-problem."+string(problem), locale.Args{"Role": rolePart(id)})
}

func (s speech) refuseRole(id string, problem RoleProblem) error {
	return refuse("refusal.role-unfit", locale.Args{"Problem": s.roleText(id, problem)})
}

// roleProblem returns what was found wrong with a role, nil for nothing.
func (c *checked) roleProblem(roleID string) *RoleError {
	var unfit *RoleError
	if c == nil || roleID == "" || c.roleID != roleID || !errors.As(c.roleErr, &unfit) {
		return nil
	}
	return unfit
}

// acceptRole refuses a role that cannot be pinged, or could not be checked. One that the bot may not
// mention yet is kept, as an admin can allow that later.
func (c *checked) acceptRole(s speech, roleID string) error {
	unfit := c.roleProblem(roleID)
	switch {
	case c == nil || c.roleID == roleID && c.roleErr == nil || unfit != nil && unfit.Problem == NotMentionableRole:
		return nil
	case unfit != nil:
		return s.refuseRole(roleID, unfit.Problem)
	}
	return refuse("refusal.role-unchecked", locale.Args{"Role": rolePart(roleID)})
}
