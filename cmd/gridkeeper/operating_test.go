package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// installations are the blocks of commands in docs/operating.md by which a bot is installed, in their order.
func installations(t *testing.T) []string {
	t.Helper()
	page, err := os.ReadFile("../../docs/operating.md")
	must(t, err)
	_, section, _ := strings.Cut(string(page), "\n## A server of your own\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := regexp.MustCompile(`(?m)(^    .*\n)+`).FindAllString(section, -1)
	if len(blocks) < 3 || !strings.Contains(blocks[1], "gridkeeper serve\n") || !strings.Contains(blocks[2], "dpkg -i ") {
		t.Fatalf("docs/operating.md installs by %q", blocks)
	}
	return blocks
}

// Whoever types the first commands of docs/operating.md, with an address and a token of their own, has a running bot, for which
// no $HOME is needed.
func TestOperatingPage(t *testing.T) {
	stand := discordtest.Start(t)
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	commands := strings.NewReplacer("postgres://gridkeeper:PASSWORD@db.example.org/gridkeeper", "'"+archivetest.URL(t)+"'",
		"…", stand.Token, "gridkeeper serve", "exec gridkeeper serve").Replace(installations(t)[1])
	shell := exec.Command("sh", "-e", "-c", commands)
	shell.Dir = t.TempDir()
	shell.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir(),
		"GRIDKEEPER_DISCORD_API_BASE_URL=" + stand.URL, "GRIDKEEPER_METRICS_LISTEN=off"}
	playedAndStopped(t, shell, stand, channel)
}

// The commands about collections and imports do what the page says, in an archive that has what they name.
func TestOperatingPageOfCollections(t *testing.T) {
	const guild = "197038439483310086"
	t.Setenv("GRIDKEEPER_DATABASE_URL", archivetest.URL(t))
	page := codeBlocks(t, "../../docs/operating.md", "## Whose puzzles")[0] + "\n" + codeBlocks(t, "../../docs/operating.md", "## Undoing imports and changes")[0]
	t.Chdir(t.TempDir())
	store := archivetest.Open(t, os.Getenv("GRIDKEEPER_DATABASE_URL"))
	puzzles := archivetest.Puzzles(4, 1)
	archivetest.Import(t, store, "Starter", puzzles[0])
	archivetest.ImportFor(t, store, guild, "best", puzzles[1])
	archivetest.Import(t, store, "third", puzzles[2])
	must(t, os.WriteFile("puzzles.csv", []byte(puzzles[3]), 0o644))
	shown := map[string]string{
		"gridkeeper collection": "best +" + guild + " +no ", "gridkeeper import --dry-run puzzles.csv": "1 new",
		"gridkeeper import list": "third", "gridkeeper audit": "(?s)best.*third|third.*best",
	}
	for line := range strings.SplitSeq(page, "\n") {
		code, out := runs(t, strings.Fields(line)[1:]...)
		if code != 0 || !regexp.MustCompile(shown[line]).MatchString(out) {
			t.Errorf("%s: %d, %s", line, code, out)
		}
	}
	_, out := runs(t, "collection")
	if !regexp.MustCompile(`Starter +operator +no `).MatchString(out) || strings.Contains(out, "best") || strings.Contains(out, "third") {
		t.Errorf("after that, the collections are\n%s", out)
	}
}

// playedAndStopped starts a shell in which a bot comes up, plays a puzzle there, and asks it to stop.
func playedAndStopped(t *testing.T, shell *exec.Cmd, stand *discordtest.Server, channel string) {
	t.Helper()
	var log bytes.Buffer
	shell.Stdout, shell.Stderr = &log, &log
	must(t, shell.Start())
	t.Cleanup(func() {
		_ = shell.Process.Kill()
		if t.Failed() {
			t.Log(&log)
		}
	})
	stand.AwaitReady(t)
	if text := played(stand, channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("the answer to /play is %q", text)
	}
	if err := errors.Join(shell.Process.Signal(syscall.SIGTERM), shell.Wait()); err != nil {
		t.Errorf("serve ended with %v", err)
	}
}

// Whoever types the commands for Debian has a bot that systemd runs. The package is named by GRIDTEST_DEB, and is installed on a
// copy of this machine that is thrown away. The editor is a script, and what systemd does with the unit is done by another.
func TestOperatingPageOnDebian(t *testing.T) {
	deb := os.Getenv("GRIDTEST_DEB")
	if deb == "" {
		t.Skip("no GRIDTEST_DEB: the package of make packages is not installed")
	}
	root := overlay(t)
	stand := discordtest.Start(t)
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	config := "database: {url: '" + byTCP(t, archivetest.URL(t)) + "'}\ndiscord: {token: '" + stand.Token + "', api_base_url: '" + stand.URL + "'}\n"
	for name, text := range map[string]string{
		"root/config.yaml":        config,
		"usr/local/bin/editor":    "#!/bin/sh\ncat /root/config.yaml >\"$1\"\n",
		"usr/local/bin/systemctl": systemctl,
	} {
		must(t, os.WriteFile(filepath.Join(root, name), []byte(text), 0o755))
	}
	if out, err := exec.Command("cp", deb, filepath.Join(root, "root")).CombinedOutput(); err != nil {
		t.Fatalf("cp: %v\n%s", err, out)
	}
	shell := exec.Command("sh", "-e", "-c", strings.Replace(installations(t)[2], "systemctl", "exec systemctl", 1))
	shell.Dir = "/root"
	shell.Env = []string{"PATH=/usr/local/bin:/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root"}
	shell.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
	playedAndStopped(t, shell, stand, channel)
	if _, err := os.Readlink(filepath.Join(root, "etc/systemd/system/multi-user.target.wants/gridkeeper.service")); err != nil {
		t.Errorf("the service is not enabled: %v", err)
	}
	inside := func(command string) string {
		shell := exec.Command("sh", "-c", command)
		shell.Dir, shell.Env, shell.SysProcAttr = "/", []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/root"}, &syscall.SysProcAttr{Chroot: root}
		out, err := shell.CombinedOutput()
		return fmt.Sprintf("%s%v", out, err)
	}
	must(t, os.WriteFile(filepath.Join(root, "usr/local/bin/sudo"), []byte("#!/bin/sh\nexec \"$@\"\n"), 0o755))
	must(t, os.WriteFile(filepath.Join(root, "root/puzzles.txt"), []byte("1.....3..2.....4\n"), 0o644))
	for _, c := range []struct{ command, want string }{
		{"gridkeeper collection", "Starter +operator"},
		{"su -s /bin/sh -c \"gridkeeper import --collection 'Ann and Bob' /root/puzzles.txt\" nobody", "(?m)^    sudo gridkeeper import --collection 'Ann and Bob' /root/puzzles.txt$"},
		{"$(su -s /bin/sh -c 'gridkeeper import /root/puzzles.txt' nobody 2>&1 | sed -n 's/^    //p')", `(?s)archive: 127.0.0.1:[0-9]+, database .*, into collection "puzzles"`},
		{"gridkeeper audit", "<nil>$"},
		{": | gridkeeper chat", `"/var/lib/gridkeeper" is the folder of gridkeeper.service`},
		{"gridkeeper import --data-dir /var/lib/gridkeeper/own /root/puzzles.txt", "is the folder of gridkeeper.service"},
	} {
		if out := inside(c.command); !regexp.MustCompile(c.want).MatchString(out) {
			t.Errorf("%s: want %q, got\n%s", c.command, c.want, out)
		}
	}
}

// systemctl enables the unit, and starts it with what its lines Environment, LoadCredential and ExecStart say.
const systemctl = `#!/bin/sh
set -e
/usr/bin/systemctl enable "$3"
unit=/usr/lib/systemd/system/$3.service
mkdir -p /run/credentials
CREDENTIALS_DIRECTORY=/run/credentials
cp "$(sed -n 's/^LoadCredential=config.yaml://p' $unit)" $CREDENTIALS_DIRECTORY/config.yaml
unset HOME
export $(sed -n 's/^Environment=//p' $unit)
eval "exec $(sed -n 's/^ExecStart=//p' $unit)"
`

// overlay mounts a copy of this machine's files, of which only the changes take space.
func overlay(t *testing.T) (root string) {
	t.Helper()
	dir := t.TempDir()
	mount := func(at string, args ...string) {
		if out, err := exec.Command("mount", append(args, at)...).CombinedOutput(); err != nil {
			t.Skipf("the package is not installed, since nothing can be mounted here: %v: %s", err, out)
		}
		t.Cleanup(func() { _ = exec.Command("umount", "--lazy", at).Run() })
	}
	mount(dir, "-t", "tmpfs", "tmpfs")
	upper, work, root := filepath.Join(dir, "upper"), filepath.Join(dir, "work"), filepath.Join(dir, "root")
	for _, name := range []string{upper, work, root} {
		must(t, os.Mkdir(name, 0o755))
	}
	mount(root, "-t", "overlay", "-o", "lowerdir=/,upperdir="+upper+",workdir="+work, "overlay")
	return root
}
