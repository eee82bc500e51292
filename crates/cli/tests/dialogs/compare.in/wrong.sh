# Makes every listed length one longer.
awk 'NF == 8 { $7 += 1 } { print }' hills.voxnav.walker.3dscen > wrong.3dscen
cp wrong.3dscen hills.voxnav.walker.3dscen
